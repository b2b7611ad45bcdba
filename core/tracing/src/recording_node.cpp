#include "gusset/core_tracing/recording_node.hpp"

#include <algorithm>
#include <utility>

#include "node_recorder.hpp"
#include "threads/open_hooks.hpp"
#include "threads/threaded_engine.hpp"

namespace gusset::core_tracing {

namespace {

using RecordingNodeEngine = detail::ThreadedEngine<detail::Open<NodeRecorder>>;

}  // namespace

NodeRecorder::NodeRecorder(const Options& options, unsigned workers, Spiller::Open open, NodePart part)
    : Recorder(
          options, workers, std::move(open), [](const traces::RecordingFile&) {}, part.part,
          part.clock_error),
      here_(part.part.node.value()),
      identify_(std::move(part.identify)),
      next_own_number_(part.part.nodes() == 1 ? 0 : first_own_number) {}

void NodeRecorder::handle_added(const HandleState& handle) {
  const std::optional<HandleInParts> known = identify_(handle);
  if (!known) return;
  const NodeId owner = handle.owner == every_node ? here_ : handle.owner;
  spiller().handles().add(handle.id, {handle.name, handle.size_bytes, traces::NodeId(owner.value()),
                                      known->identity, known->scope});
}

void NodeRecorder::migrated(std::uint64_t number, NodeId home) {
  if (needs_extra()) spiller().values().add(number, traces::home_attribute, std::int64_t{home.value()});
}

void NodeRecorder::sent(const MessageEnd& end) {
  spiller().add_message({traces::RecordedMessage::End::send, traces::HandleId(end.handle.value()),
                         end.version, traces::NodeId(here_.value()), traces::NodeId(end.peer.value()),
                         end.begin, std::max(end.begin, now()), end.payload_bytes, end.wire_bytes,
                         end.listeners});
}

void NodeRecorder::arrived(const MessageEnd& end) {
  spiller().add_message({traces::RecordedMessage::End::arrival, traces::HandleId(end.handle.value()),
                         end.version, traces::NodeId(end.peer.value()), traces::NodeId(here_.value()),
                         end.begin, std::max(end.begin, now()), end.payload_bytes, end.wire_bytes,
                         end.listeners});
}

PartRecorder::MessageEvent NodeRecorder::sends(const ProgramMessage& message) {
  const HandleId handle = add_message(message);
  const detail::CurrentWorker* const current = detail::CurrentWorker::of(*engine_);
  if (current != nullptr && current->task != nullptr && message_event().message.is_none())
    writes(current->index, *current->task, handle);
  return {handle};
}

PartRecorder::MessageEvent NodeRecorder::arrives(const ProgramMessage& message, std::int64_t begin,
                                                 std::uint64_t wire_bytes) {
  const HandleId handle = add_message(message);
  const std::int64_t end = std::max(begin, now());
  spiller().add_message({traces::RecordedMessage::End::arrival, traces::HandleId(handle.value()), 1,
                         traces::NodeId(message.sender.value()), traces::NodeId(here_.value()), begin, end,
                         message.payload_bytes, wire_bytes, 0});
  return {handle};
}

HandleId NodeRecorder::add_message(const ProgramMessage& message) {
  // The identities of the program's handles are smaller.
  constexpr std::uint64_t first_identity = std::uint64_t{1} << 63;
  constexpr int number_bits = 40;
  const std::uint64_t identity =
      first_identity | std::uint64_t{message.sender.value()} << number_bits | message.number;
  const HandleId handle = new_handle_id();
  spiller().handles().add(
      handle, {message.name, message.payload_bytes, traces::NodeId(message.sender.value()), identity,
               traces::HandleScope::all_nodes});
  return handle;
}

RecordingNode make_recording_node_engine(const Options& options, Surroundings& surroundings, NodePart part) {
  const Spiller::Open open = [path = part.path](const traces::RecordingHead& head) {
    return traces::RecordingFile::create(path, head);
  };
  auto engine = std::make_unique<RecordingNodeEngine>(options, surroundings, open, std::move(part));
  engine->hooks().serves(*engine);
  PartRecorder& recorder = engine->hooks();
  return {std::move(engine), &recorder};
}

}  // namespace gusset::core_tracing
