#include "node_parts.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <random>

namespace gusset::traces::testing {
namespace {

using Task = NodeRun::Task;
using Transfer = NodeRun::Transfer;

class PartWriter {
 public:
  PartWriter(const NodeRun& run, std::size_t node)
      : run_(run),
        node_(node),
        clock_(node < run.clocks.size() ? run.clocks[node] : NodeRun::Clock{}),
        random_(run.seed + node),
        file_(RecordingFile::in_memory(head())) {}

  std::vector<std::byte> write() {
    add_clock(-1000);
    compare(-20'000);
    file_.add_types(types());
    if (run_.identities.identity.empty()) {
      file_.add_handles(run_.handles);
    } else {
      file_.add_handles(run_.handles, run_.identities);
    }
    for (std::size_t worker = 0; worker < run_.workers; ++worker) add_tasks(worker);
    add_messages();
    if (clock_.at_end) compare(run_.end_ns);
    add_clock(run_.end_ns + 1000);
    (void)file_.finish().ok();
    return file_.take_bytes();
  }

 private:
  RecordingHead head() const {
    RecordingHead head;
    head.metadata.program = "program";
    head.metadata.host = clock_.host;
    if (node_ < run_.notes.size()) head.metadata.notes = run_.notes[node_];
    head.metadata.part = RecordedPart{NodeId(node_), run_.grid, run_.run, clock_.host};
    head.recorded = {.parents = true, .submit = true, .ready = true, .accesses = true, .messages = true};
    for (std::size_t node = 0; node < head.metadata.part->nodes(); ++node)
      head.nodes.push_back({"node " + std::to_string(node)});
    for (std::size_t worker = 0; worker < run_.workers; ++worker)
      head.workers.push_back({NodeId(node_), "worker " + std::to_string(worker)});
    head.access_modes = {{"read", true, false, false}, {"write", false, true, true}};
    return head;
  }

  /// This node's clock at a true time.
  std::int64_t clock_ns(std::int64_t true_ns) const {
    const double true_time = static_cast<double>(run_.start_ns + true_ns);
    return std::llround(true_time * (1 - clock_.drift)) - clock_.behind_ns;
  }
  std::int64_t ticks(std::int64_t true_ns) const {
    return std::llround(static_cast<double>(clock_ns(true_ns)) * clock_.ticks_per_ns);
  }
  void add_clock(std::int64_t true_ns) { file_.add_clock(ticks(true_ns), clock_ns(true_ns)); }

  /// Compares this node's clock with the exact one by questions and answers that travel 5 to 15 µs each.
  void compare(std::int64_t true_ns) {
    std::uniform_int_distribution<std::int64_t> delay(5000, 15'000);
    std::vector<ClockComparison> comparisons;
    for (int i = 0; i < clock_.comparisons; ++i) {
      const std::int64_t answered = true_ns + delay(random_), received = answered + delay(random_);
      comparisons.push_back({clock_ns(true_ns), run_.start_ns + answered, clock_ns(received)});
      true_ns = received;
    }
    file_.add_clock_comparisons(comparisons);
  }

  std::vector<std::string> types() {
    std::vector<std::string> types;
    for (const Task& task : run_.tasks) {
      if (task.node == node_ && type_of_.try_emplace(task.type, types.size()).second)
        types.push_back(task.type);
    }
    return types;
  }

  void add_tasks(std::size_t worker) {
    RecordedTasks tasks;
    RecordedAccesses accesses;
    for (const Task& task : run_.tasks) {
      if (task.node != node_ || task.worker != worker) continue;
      tasks.begin.push_back(ticks(task.begin_ns));
      tasks.end.push_back(ticks(task.end_ns));
      tasks.skipped.push_back(0);
      tasks.number.push_back(task.number);
      tasks.type.emplace_back(type_of_.at(task.type));
      tasks.parent.push_back(task.parent);
      tasks.submit.push_back(ticks(task.submit_ns));
      tasks.ready.push_back(ticks(task.begin_ns));
      for (const Access& access : task.accesses) {
        accesses.number.push_back(task.number);
        accesses.access.push_back(access);
      }
    }
    file_.add_tasks(LaneId(worker), tasks);
    file_.add_accesses(LaneId(worker), accesses);
  }

  void add_messages() {
    std::vector<RecordedMessage> messages;
    for (const Transfer& transfer : run_.transfers) {
      RecordedMessage message{RecordedMessage::End::send,
                              HandleId(transfer.handle),
                              transfer.version,
                              NodeId(transfer.from),
                              NodeId(transfer.to),
                              0,
                              0,
                              transfer.bytes,
                              transfer.bytes + 64,
                              transfer.listeners};
      if (transfer.from == node_) {
        message.begin = message.end = ticks(transfer.send_ns);
        messages.push_back(message);
      }
      if (transfer.to != node_) continue;
      message.what = RecordedMessage::End::arrival;
      message.begin = message.end = ticks(transfer.arrival_ns);
      messages.push_back(message);
    }
    file_.add_messages(messages);
  }

  const NodeRun& run_;
  std::size_t node_;
  NodeRun::Clock clock_;
  std::mt19937_64 random_;
  RecordingFile file_;
  std::map<std::string, std::size_t> type_of_;
};

}  // namespace

void NodeRun::add_handle(const std::string& name, std::uint64_t size_bytes, std::size_t owner,
                         HandleScope scope) {
  const std::size_t row = handles.size();
  handles.name.push_back(name);
  handles.size_bytes.push_back(size_bytes);
  handles.owner.emplace_back(owner);
  if (scope == HandleScope::all_nodes && identities.identity.empty()) return;
  for (std::size_t known = identities.identity.size(); known < row; ++known) {
    identities.identity.push_back(known);
    identities.scope.push_back(HandleScope::all_nodes);
  }
  identities.identity.push_back(scope == HandleScope::one_node ? no_number : row);
  identities.scope.push_back(scope);
}

std::vector<std::byte> part_of(const NodeRun& run, std::size_t node) {
  return PartWriter(run, node).write();
}

std::vector<std::filesystem::path> write_parts(const NodeRun& run, const std::filesystem::path& folder,
                                               const std::string& name) {
  std::vector<std::filesystem::path> paths;
  const std::uint32_t nodes = RecordedPart{NodeId(0), run.grid, "", ""}.nodes();
  for (std::size_t node = 0; node < nodes; ++node) {
    paths.push_back(folder / (name + ".node" + std::to_string(node) + ".gus"));
    const std::vector<std::byte> bytes = part_of(run, node);
    std::ofstream(paths.back(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  return paths;
}

NodeRun two_node_run() {
  NodeRun run;
  run.add_handle("a", 800, 0);
  run.add_handle("b", 1600, 1);
  const HandleId a(0), b(1);
  run.tasks = {
      {0, 0, 0, 0, 100'000, 1'000'000, "make", no_number, {{a, writes, 0}}},
      {1, 1, 0, 10'000, 1'200'000, 3'000'000, "use", no_number, {{a, reads, 1}, {b, writes, 0}}},
      {2, 0, 0, 20'000, 3'300'000, 4'000'000, "end", no_number, {{b, reads, 1}}},
      {3, 1, 0, 30'000, 3'050'000, 5'000'000, "end", no_number, {{a, reads, 1}}},
  };
  run.transfers = {{0, 1, 0, 1, 1'000'000, 1'150'000, 800, 2}, {1, 1, 1, 0, 3'000'000, 3'250'000, 1600, 1}};
  return run;
}

NodeRun random_run(std::uint64_t seed, std::vector<std::uint32_t> grid, std::size_t tasks) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t most) { return random() % most; };
  NodeRun run;
  run.grid = std::move(grid);
  run.seed = seed;
  run.workers = 1 + below(3);
  const std::size_t nodes = RecordedPart{NodeId(0), run.grid, "", ""}.nodes();
  struct State {
    std::uint32_t version = 0;
    std::int64_t written_ns = 0;              ///< the last write's end
    std::int64_t sent_ns = 0;                 ///< the end of the last local read, or the last send
    std::map<std::size_t, std::size_t> sent;  ///< this version's messages, by destination
    std::uint32_t next = 0;                   ///< the version after the accesses so far
  };
  std::vector<State> states;
  for (std::size_t handle = 0; handle < 2 * nodes; ++handle) {
    run.add_handle("h" + std::to_string(handle), 8 * (1 + below(1000)), handle % nodes);
    states.push_back({});
  }
  std::vector<std::vector<std::int64_t>> free_ns(nodes, std::vector<std::int64_t>(run.workers, 0));
  for (std::size_t t = 0; t < tasks; ++t) {
    const std::size_t written = below(states.size()), node = written % nodes, worker = below(run.workers);
    Task task{2 * t, node, worker, static_cast<std::int64_t>(100 * t), 0, 0, "t" + std::to_string(below(3))};
    State& state = states[written];
    std::int64_t begin = std::max({free_ns[node][worker], state.written_ns, state.sent_ns, task.submit_ns});
    std::vector<std::size_t> inputs;
    for (std::uint64_t i = below(3); i > 0; --i) {
      const std::size_t input = below(states.size());
      State& from = states[input];
      if (input == written || std::find(inputs.begin(), inputs.end(), input) != inputs.end()) continue;
      inputs.push_back(input);
      task.accesses.push_back({HandleId(input), reads, from.version});
      ++from.next;
      if (input % nodes == node) {
        begin = std::max(begin, from.written_ns);
        continue;
      }
      const auto [message, is_new] = from.sent.try_emplace(node, run.transfers.size());
      if (is_new) {
        const std::int64_t send = from.written_ns + static_cast<std::int64_t>(below(2000));
        run.transfers.push_back({input, from.version, input % nodes, node, send,
                                 send + 1000 + static_cast<std::int64_t>(below(50'000)),
                                 run.handles.size_bytes[input], 0});
        from.sent_ns = std::max(from.sent_ns, send);
      }
      ++run.transfers[message->second].listeners;
      begin = std::max(begin, run.transfers[message->second].arrival_ns);
    }
    task.begin_ns = begin;
    task.end_ns = begin + 1000 + static_cast<std::int64_t>(below(100'000));
    for (const std::size_t input : inputs) {
      if (input % nodes == node) states[input].sent_ns = std::max(states[input].sent_ns, task.end_ns);
    }
    task.accesses.push_back({HandleId(written), writes, state.next});
    state = {state.next + 1, task.end_ns, 0, {}, state.next + 1};
    free_ns[node][worker] = task.end_ns;
    run.end_ns = std::max(run.end_ns, task.end_ns + 1000);
    run.tasks.push_back(std::move(task));
  }
  return run;
}

}  // namespace gusset::traces::testing
