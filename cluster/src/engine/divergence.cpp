#include "engine/divergence.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "gusset/base/numbers.hpp"
#include "messages/failure_text.hpp"

namespace gusset::cluster {
namespace {

constexpr std::uint64_t max_hashes = max_body_bytes / sizeof(std::uint64_t);

}  // namespace

std::optional<ProgramStream::Event> Divergence::event(std::uint64_t index) {
  const std::lock_guard guard(lock_);
  return stream_.event(index);
}

bool Divergence::differs(const Header& header) {
  if (header.event == 0) return false;
  const auto mine = event(header.event - 1);
  return mine && mine->hash != header.hash;
}

void Divergence::start(unsigned peer) {
  if (peer == messenger_.node() || is_asking_.exchange(true, std::memory_order_seq_cst)) return;
  messenger_.post_call([this, peer](Transport& transport) {
    std::uint64_t end = 0;
    {
      const std::lock_guard guard(lock_);
      end = stream_.events();
    }
    ask(transport, peer, end - std::min<std::uint64_t>(end, ProgramStream::remembered), end);
  });
}

/// Sends hashes of the events from `begin` to `end`, at equal distances; the last event is among them.
void Divergence::ask(Transport& transport, unsigned peer, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t step = std::max<std::uint64_t>(1, (end - begin + max_hashes - 1) / max_hashes);
  std::vector<std::uint64_t> hashes;
  const std::uint64_t first = begin + (end - begin + step - 1) % step;
  for (std::uint64_t index = first; index < end; index += step) {
    const auto mine = event(index);
    hashes.push_back(mine ? mine->hash : 0);
  }
  send(transport, peer, {.kind = Kind::compare, .bytes = step, .event = first},
       std::as_bytes(std::span(hashes)));
}

void Divergence::asked(Transport& transport, unsigned from, const Header& header,
                       std::span<const std::byte> body) {
  std::vector<std::uint64_t> hashes(body.size() / sizeof(std::uint64_t));
  if (!hashes.empty()) std::memcpy(hashes.data(), body.data(), body.size());
  Header answer{.kind = Kind::compared, .bytes = header.bytes};
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const std::uint64_t index = header.event + i * header.bytes;
    const auto mine = event(index);
    if (!mine || hashes[i] == 0 || mine->hash == hashes[i]) continue;
    answer.version = 1;
    answer.event = index;
    return send(transport, from, answer, bytes_of_text(describe(*mine)));
  }
  send(transport, from, answer);
}

void Divergence::answered(Transport& transport, unsigned from, const Header& header,
                          std::span<const std::byte> body) {
  if (header.version == 0) {
    is_asking_.store(false, std::memory_order_seq_cst);
    return;
  }
  if (header.bytes > 1) {
    const std::uint64_t begin = header.event + 1 - std::min(header.event + 1, header.bytes);
    return ask(transport, from, begin, header.event + 1);
  }
  const auto mine = event(header.event);
  found_("the nodes' programs differ: node " + std::to_string(from) + " " + text_from(body) + ", node " +
         std::to_string(messenger_.node()) + " " + (mine ? describe(*mine) : "did something else") +
         "; expected the same on every node");
}

std::string Divergence::describe(const ProgramStream::Event& event) {
  if (event.kind == ProgramStream::EventKind::messages)
    return "makes the task graph or message '" + TaskType::name_of(event.type) + "'";
  if (event.kind == ProgramStream::EventKind::task) {
    return "submits task " + std::to_string(event.task) + " '" + TaskType::name_of(event.type) + "' " +
           (event.node == every_node ? "everywhere" : "on node " + std::to_string(event.node.value())) +
           (event.handle == ProgramStream::no_handle ? "" : " with " + handles_.label(event.handle));
  }
  return "waits " +
         (event.kind == ProgramStream::EventKind::wait_all ? "for all tasks"
                                                           : "for " + handles_.label(event.handle)) +
         " after " + count_text(event.task, "task");
}

}  // namespace gusset::cluster
