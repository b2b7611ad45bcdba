// What happens when the nodes can't go on: their programs differ, nothing can ever run again, or a wait takes
// too long.
#include <mutex>

#include "engine/distributed_engine.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/core/errors.hpp"
#include "messages/failure_text.hpp"

namespace gusset::cluster {
namespace {

constexpr std::size_t max_listed_waits = 5;
/// A node that has waited this long checks whether the programs differ.
constexpr std::chrono::seconds suspicious_wait{2};

}  // namespace

/// Ends the run: tells the other nodes why, and marks this one as broken.
void DistributedEngine::break_off(Trouble trouble, const std::string& text) {
  for (unsigned node = 0; node < messenger_.nodes(); ++node) {
    if (node == messenger_.node()) continue;
    messenger_.post_message(node, {.kind = Kind::broken, .version = static_cast<std::uint32_t>(trouble)},
                            bytes_of_text(text));
  }
  set_broken(trouble, text);
}

void DistributedEngine::set_broken(Trouble trouble, const std::string& text) {
  const std::lock_guard guard(news_lock_);
  if (trouble_ != Trouble::none) return;
  trouble_text_ = text;
  trouble_.store(trouble, std::memory_order_seq_cst);
}

/// Throws if the run can't go on, now and in all later waits and submissions. The first time, abandons
/// everything that can no longer end.
void DistributedEngine::throw_if_broken() {
  if (trouble_ == Trouble::none) return;
  if (is_broken()) throw_trouble();
  has_reported_.store(true, std::memory_order_relaxed);
  must_fence_ = true;
  messenger_.poll(true);  // sends the messages to the other nodes
  try {
    throw_trouble();
  } catch (...) {
    replicas_.abandon(std::current_exception());
    if (balancer_) balancer_->abandon(std::current_exception());
  }
  inner_->help([this] { return inner_->is_still() && (!balancer_ || balancer_->is_still()); });
  inner_->abandon();
  listeners_.abandon();
  inner_->take_failure();
  if (recorder_ != nullptr) recorder_->flush();  // the exception may end the program
  throw_trouble();
}

void DistributedEngine::throw_trouble() const {
  const std::string text = "distribute: " + trouble_text_;
  if (trouble_ == Trouble::divergence || trouble_ == Trouble::write) throw UsageError(text);
  throw Deadlock(text);
}

/// Reports that the program has written to a handle's contents outside of tasks: a change that other nodes'
/// tasks do not see. With `reader`, the handle is this node's, and the node `reader` has the earlier
/// contents. Without it, the handle is another node's, and no other node sees the change.
void DistributedEngine::report_write(const HandleState& handle, std::uint64_t next_task,
                                     std::optional<unsigned> reader) {
  const std::string found = "node " + std::to_string(here_.value()) + " has written to " + handle.label();
  const std::string where = " outside of tasks, before task " + std::to_string(next_task);
  const std::string owner = "node " + std::to_string(handle.owner.value());
  break_off(Trouble::write, reader
                                ? found + where + ", after it was sent to node " + std::to_string(*reader) +
                                      "; expected init() or a task that writes, so that it is sent again"
                                : found + " of " + owner + where + "; expected only reads, because " + owner +
                                      " does not see the change");
  throw_if_broken();
}

/// Called from time to time during a wait: looks for a timeout, programs that differ and a deadlock.
void DistributedEngine::look_around(std::chrono::steady_clock::time_point since, const std::string& awaited) {
  const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - since;
  if (settings_.timeout_s > 0.0 && waited.count() > settings_.timeout_s) {
    std::string text = missing_text(awaited);
    if (text.empty()) text = "waits for tasks here or on other nodes";
    break_off(Trouble::timeout, "node " + std::to_string(here_.value()) + " has waited longer than " +
                                    duration_text(settings_.timeout_s) + ": " + text);
    throw_if_broken();
  }
  // If a moved task waits until this node's program submits it, the programs probably differ.
  const bool is_suspicious = balancer_ && balancer_->awaits_program();
  if (waited > suspicious_wait || is_suspicious) divergence_.start(0);
  if (is_suspicious && waited < 2 * suspicious_wait) return;
  if (inner_->is_still() && !messenger_.is_busy()) report_stuck(awaited);
}

std::string DistributedEngine::missing_text(const std::string& awaited) {
  std::string text = awaited;
  for (const std::string& line : replicas_.missing(max_listed_waits))
    text += (text.empty() ? "" : "; ") + line;
  return text;
}

/// Tells node 0 that this node can't go on without messages.
void DistributedEngine::report_stuck(const std::string& awaited) {
  StuckNodes::Report report{
      messenger_.releases() + listeners_.sent() + messages_.sent() + (balancer_ ? balancer_->sent() : 0),
      releases_received_.load(std::memory_order_relaxed) + replicas_.received() + messages_.received() +
          (balancer_ ? balancer_->received() : 0),
      sums_, unfinished_sum_ != nullptr, missing_text(awaited)};
  if (here_ == NodeId(0)) {
    messenger_.post_call([this, mine = std::move(report)](Transport&) { take_report(0, mine); });
  } else {
    const Header header{.kind = Kind::stuck,
                        .version = report.awaits_sum ? 1U : 0U,
                        .bytes = report.received,
                        .reference = report.sent,
                        .event = report.sums};
    messenger_.post_message(0, header, bytes_of_text(report.text));
  }
}

void DistributedEngine::take_report(unsigned node, StuckNodes::Report report) {
  const auto deadlock = stuck_.add(node, std::move(report));
  if (!deadlock || trouble_ != Trouble::none) return;
  break_off(Trouble::deadlock, "nothing can run on any node" + (deadlock->empty() ? "" : ": " + *deadlock));
}

void DistributedEngine::received(Transport& transport, unsigned from, const Header& header,
                                 std::span<const std::byte> body) {
  if (trouble_ != Trouble::none) return;
  if (can_release(header.kind)) releases_received_.fetch_add(1, std::memory_order_relaxed);
  switch (header.kind) {
    case Kind::data:
    case Kind::offer:
    case Kind::failed:
      if (divergence_.differs(header)) divergence_.start(from);
      return replicas_.received(transport, from, header, body);
    case Kind::want:
      return listeners_.wanted(transport, header.reference, header.key);
    case Kind::reached: {
      const std::lock_guard guard(news_lock_);
      notices_.emplace(key_of(header.handle, header.version), failure_from(body));
      return;
    }
    case Kind::fetch:
      return exchange_.asked(transport, from, header);
    case Kind::fetched:
      return exchange_.answered(header, body);
    case Kind::failure: {
      const std::lock_guard guard(news_lock_);
      failures_[header.reference][from] = failure_from(body);
      return;
    }
    case Kind::clock:
      return clocks_.asked(transport, from, header);
    case Kind::clocked:
      return clocks_.answered(transport, header);
    case Kind::compare:
      return divergence_.asked(transport, from, header, body);
    case Kind::compared:
      return divergence_.answered(transport, from, header, body);
    case Kind::stuck:
      return take_report(
          from, {header.reference, header.bytes, header.event, header.version != 0, text_from(body)});
    case Kind::message:
      return messages_.received(transport, from, header, body);
    case Kind::ask:
    case Kind::given:
    case Kind::moved:
    case Kind::result:
      return balancer_->received(transport, from, header, body);
    case Kind::broken:
      return set_broken(static_cast<Trouble>(header.version), text_from(body));
  }
}

}  // namespace gusset::cluster
