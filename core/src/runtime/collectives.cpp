#include "gusset/core/collectives.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include "gusset/core/annotation.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {
namespace {

std::vector<NodeId> all_nodes(const Runtime& runtime) {
  std::vector<NodeId> nodes(runtime.grid().nodes());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) nodes[i] = NodeId(i);
  return nodes;
}

std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

detail::SentHandles sent_handles(std::span<HandleState* const> sent, const HandleState* except) {
  detail::SentHandles accesses;
  for (HandleState* const each : sent) {
    if (each != except) accesses.push_back(write(detail::BareHandle{each}));
  }
  return accesses;
}

}  // namespace

class Collectives::Message {
 public:
  Message(Runtime& runtime, const std::string& name, std::uint64_t bytes, NodeId owner, bool has_contents)
      : data_(has_contents
                  ? Data(TiledMatrix<std::byte>::full(runtime, name, bytes, 1, 1, 1,
                                                      [=](std::size_t, std::size_t) { return owner; }))
                  : Data(runtime.handle(name, bytes, owner))) {}
  std::uint64_t used_in = 0;  ///< the latest round that uses the buffer
  HandleState& state() const {
    const auto* const handle = std::get_if<Handle>(&data_);
    return handle != nullptr ? handle->state() : std::get<TiledMatrix<std::byte>>(data_)(0, 0).state();
  }

 private:
  using Data = std::variant<Handle, TiledMatrix<std::byte>>;
  Data data_;
};

/// What a rank sends. A message leaves when the messages of the previous round have left, so that they do not
/// share the link.
struct Collectives::Sender {
  std::map<std::pair<std::uint64_t, bool>, std::vector<std::unique_ptr<Message>>>
      messages;                      // by size and kind
  std::vector<HandleState*> sent;    // messages of the latest round in which it sends
  std::vector<HandleState*> before;  // messages of the previous such round
  std::uint64_t sends_in = 0;        // the latest round
  std::uint64_t receives_in = 0;
};

Collectives::Collectives(Runtime& runtime) : Collectives(runtime, all_nodes(runtime)) {}

Collectives::Collectives(Runtime& runtime, std::vector<NodeId> nodes)
    : runtime_(&runtime), nodes_(std::move(nodes)) {
  const unsigned all = runtime.grid().nodes();
  if (nodes_.empty()) throw UsageError("collectives: expected at least 1 node, found none");
  std::vector<bool> is_used(all);
  for (const NodeId node : nodes_) {
    if (node.value() >= all) {
      throw UsageError("collectives: expected a node below " + std::to_string(all) + ", found " +
                       std::to_string(node.value()));
    }
    if (is_used[node.value()]) {
      throw UsageError("collectives: expected each node once, found node " + std::to_string(node.value()) +
                       " twice");
    }
    is_used[node.value()] = true;
  }
  senders_.resize(nodes_.size());
}

Collectives::~Collectives() = default;

std::vector<Handle> Collectives::handles(const std::string& name, std::uint64_t size_bytes) {
  std::vector<Handle> made;
  for (std::size_t rank = 0; rank < ranks(); ++rank)
    made.push_back(runtime_->handle(name + "(" + std::to_string(rank) + ")", size_bytes, nodes_[rank]));
  return made;
}

void Collectives::broadcast(const std::vector<Handle>& handles, std::size_t root,
                            const CollectiveOptions& options) {
  model({CollectiveOperation::broadcast, root, options}, handles, handles);
}

void Collectives::reduce(const std::vector<Handle>& handles, std::size_t root,
                         const CollectiveOptions& options) {
  model({CollectiveOperation::reduce, root, options}, handles, handles);
}

void Collectives::allreduce(const std::vector<Handle>& handles, const CollectiveOptions& options) {
  model({CollectiveOperation::allreduce, 0, options}, handles, handles);
}

void Collectives::alltoall(const std::vector<Handle>& from, const std::vector<Handle>& to,
                           const CollectiveOptions& options) {
  model({CollectiveOperation::alltoall, 0, options}, from, to);
}

void Collectives::model(const Call& call, const std::vector<Handle>& from, const std::vector<Handle>& to) {
  const auto states_of = [](const std::vector<Handle>& handles) {
    std::vector<HandleState*> states;
    for (const Handle& handle : handles) states.push_back(&handle.state());
    return states;
  };
  const std::vector<HandleState*> inputs = states_of(from), outputs = states_of(to);
  require(call, inputs, outputs, 1);
  make(call, outputs, 1, false, detail::CollectiveModelTasks(*runtime_, inputs, outputs));
}

void Collectives::require_layout(const Call& call, const std::string& name, std::size_t row_blocks,
                                 std::size_t column_blocks, std::size_t levels) const {
  if (row_blocks == 1 && column_blocks == ranks() && levels == 1) return;
  refuse(call, name, "1 x " + std::to_string(ranks()) + " tiles without parts, one on each node",
         std::to_string(row_blocks) + " x " + std::to_string(column_blocks) +
             (levels == 1 ? " tiles" : " tiles with parts"));
}

void Collectives::require(const Call& call, std::span<HandleState* const> inputs,
                          std::span<HandleState* const> outputs, std::size_t element_bytes) const {
  const auto rank_text = [](std::size_t rank) { return "rank " + std::to_string(rank); };
  for (const auto& vectors : {inputs, outputs}) {
    if (vectors.size() != ranks())
      refuse(call, "data", "a handle on each of " + std::to_string(ranks()) + " nodes",
             std::to_string(vectors.size()));
    for (std::size_t rank = 0; rank < ranks(); ++rank) {
      const HandleState& each = *vectors[rank];
      if (each.owner != nodes_[rank]) {
        refuse(call, each.label(),
               rank_text(rank) + "'s data on node " + std::to_string(nodes_[rank].value()),
               each.owner == every_node ? "data on every node"
                                        : "data on node " + std::to_string(each.owner.value()));
      }
      if (each.size_bytes == 0) refuse(call, each.label(), "at least 1 byte", bytes_text(0));
      if (each.size_bytes != outputs[0]->size_bytes)
        refuse(call, each.label(), bytes_text(outputs[0]->size_bytes), bytes_text(each.size_bytes));
    }
  }
  if (call.root >= ranks())
    refuse(call, "root", "a rank below " + std::to_string(ranks()), std::to_string(call.root));
  const auto possible = algorithms_for(call.operation);
  const CollectiveAlgorithm algorithm = call.options.algorithm;
  if (algorithm != CollectiveAlgorithm::automatic &&
      std::ranges::find(possible, algorithm) == possible.end()) {
    std::string names;
    for (const CollectiveAlgorithm each : possible) names += std::string(name_of(each)) + ", ";
    refuse(call, "algorithm", names + "or automatic", std::string(name_of(algorithm)));
  }
  if (call.operation != CollectiveOperation::alltoall) return;
  if (inputs[0] == outputs[0]) refuse(call, inputs[0]->label(), "two different vectors", "one");
  if (const std::uint64_t elements = outputs[0]->size_bytes / element_bytes; elements % ranks() != 0) {
    refuse(call, outputs[0]->label(), "a multiple of " + std::to_string(ranks()) + " elements",
           std::to_string(elements));
  }
}

void Collectives::refuse(const Call& call, const std::string& where, const std::string& expected,
                         const std::string& found) {
  throw UsageError(std::string(name_of(call.operation)) + ": " + where + ": expected " + expected +
                   ", found " + found);
}

void Collectives::make(const Call& call, std::span<HandleState* const> vectors, std::size_t element_bytes,
                       bool has_contents, const detail::CollectiveTasks& tasks) {
  const bool is_all_to_all = call.operation == CollectiveOperation::alltoall;
  const std::uint64_t bytes = vectors[0]->size_bytes;
  detail::CollectiveShape shape{.operation = call.operation,
                                .algorithm = call.options.algorithm,
                                .ranks = ranks(),
                                .elements = bytes / element_bytes,
                                .root = call.root,
                                .segment = 0,
                                .element_bytes = element_bytes};
  if (call.options.segment_bytes > 0)
    shape.segment = std::max<std::size_t>(1, call.options.segment_bytes / element_bytes);
  if (shape.algorithm == CollectiveAlgorithm::automatic)
    shape.algorithm = default_algorithm(call.operation, ranks(), is_all_to_all ? bytes / ranks() : bytes);
  const Annotation name("collective",
                        std::string(name_of(call.operation)) + " " + std::string(name_of(shape.algorithm)));
  for (Sender& each : senders_) each.sent.clear();
  detail::make_transfers(shape, [&](std::span<const detail::Transfer> round) {
    make_round(round, element_bytes, has_contents, tasks);
  });
}

void Collectives::make_round(std::span<const detail::Transfer> round, std::size_t element_bytes,
                             bool has_contents, const detail::CollectiveTasks& tasks) {
  ++round_;
  for (const detail::Transfer& each : round) senders_[each.to].receives_in = round_;
  std::vector<HandleState*> messages;
  messages.reserve(round.size());
  for (const detail::Transfer& each : round) {
    const std::uint64_t bytes = each.taken.count * element_bytes;
    const std::uint64_t all = tasks.vector(each.from, each.takes_input).size_bytes;
    // A vector that is a message as it is, and that nothing changes in this round, needs no buffer.
    const bool is_contiguous =
        each.taken.kind == detail::Selection::Kind::range && each.put.kind == detail::Selection::Kind::range;
    const bool is_whole = bytes == all && senders_[each.from].receives_in != round_;
    const bool is_direct = is_contiguous && (each.from == each.to ? each.takes_input : is_whole);
    messages.push_back(send(each, is_direct, bytes, has_contents, tasks));
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    if (messages[i] == nullptr) {
      tasks.take(round[i]);
    } else {
      tasks.unpack(round[i], *messages[i]);
    }
  }
}

/// Returns the buffer of the message; null if it needs none.
HandleState* Collectives::send(const detail::Transfer& transfer, bool is_direct, std::uint64_t bytes,
                               bool has_contents, const detail::CollectiveTasks& tasks) {
  Sender& sender = senders_[transfer.from];
  if (std::exchange(sender.sends_in, round_) != round_) sender.before = std::exchange(sender.sent, {});
  if (!is_direct) {
    HandleState& buffer = message(transfer.from, bytes, has_contents);
    tasks.pack(transfer, buffer, sent_handles(sender.before, &buffer));
    sender.sent.push_back(&buffer);
    return &buffer;
  }
  if (transfer.from == transfer.to) return nullptr;
  HandleState& vector = tasks.vector(transfer.from, transfer.takes_input);
  if (!sender.before.empty())
    tasks.next(transfer.from, sent_handles(std::exchange(sender.before, {}), &vector));
  if (sender.sent.empty() || sender.sent.back() != &vector) sender.sent.push_back(&vector);
  return nullptr;
}

/// A buffer that no other message of the rank uses in this round.
HandleState& Collectives::message(std::size_t rank, std::uint64_t bytes, bool has_contents) {
  Sender& sender = senders_[rank];
  auto& messages = sender.messages[{bytes, has_contents}];
  for (const std::unique_ptr<Message>& each : messages) {
    if (std::exchange(each->used_in, round_) != round_) return each->state();
  }
  const std::string name = "message(" + std::to_string(rank) + "," + std::to_string(bytes) + "," +
                           std::to_string(messages.size()) + ")";
  messages.push_back(std::make_unique<Message>(*runtime_, name, bytes, nodes_[rank], has_contents));
  messages.back()->used_in = round_;
  return messages.back()->state();
}

namespace detail {

HandleState& CollectiveModelTasks::vector(std::size_t rank, bool input) const {
  return *(input ? inputs_ : outputs_)[rank];
}

void CollectiveModelTasks::pack(const Transfer& transfer, HandleState& message, SentHandles sent) const {
  runtime_.submit(
      types_.pack(static_cast<double>(transfer.taken.count)), [] {},
      read(BareHandle{&vector(transfer.from, transfer.takes_input)}), write(BareHandle{&message}),
      std::move(sent));
}

void CollectiveModelTasks::unpack(const Transfer& transfer, HandleState& message) const {
  const TaskType& type = transfer.combines ? types_.combine : types_.copy;
  runtime_.submit(
      type(static_cast<double>(transfer.put.count)), [] {}, read(BareHandle{&message}),
      write(BareHandle{&vector(transfer.to, false)}));
}

void CollectiveModelTasks::take(const Transfer& transfer) const {
  unpack(transfer, vector(transfer.from, transfer.takes_input));
}

void CollectiveModelTasks::next(std::size_t rank, SentHandles sent) const {
  runtime_.submit(
      types_.next(), [] {}, write(BareHandle{&vector(rank, false)}), std::move(sent));
}

}  // namespace detail
}  // namespace gusset
