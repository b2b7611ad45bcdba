#include "messages/messenger.hpp"

#include "gusset/base/node_messages.hpp"

namespace gusset::cluster {
namespace {

/// Busy workers poll at most this often.
constexpr std::int64_t poll_interval_ns = 2'000;
/// The helper thread polls if nobody has done so for this long.
constexpr std::int64_t patience_ns = poll_patience_ns;

std::int64_t now_ns() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Messenger::Messenger(std::unique_ptr<Transport> transport, MessageHandler& handler)
    : transport_(std::move(transport)),
      handler_(handler),
      node_(transport_->node()),
      nodes_(transport_->nodes()),
      is_shared_(nodes_ > 1 && transport_->is_shared()),
      lock_(transport_->mutex()) {}

Messenger::~Messenger() {
  end();
}

void Messenger::sum_first(std::span<std::uint64_t> values) {
  struct Completed final : Operation {
    bool is_complete = false;
    void completed() override { is_complete = true; }
  } sum;
  {
    const std::lock_guard guard(lock_);
    transport_->sum(values, static_cast<Operation*>(&sum));
  }
  while (!sum.is_complete) {
    std::this_thread::yield();
    const std::lock_guard guard(lock_);
    transport_->poll(*this);
  }
}

void Messenger::begin() {
  {
    const std::lock_guard guard(lock_);
    is_open_ = true;
    rests_.store(is_shared_, std::memory_order_relaxed);
    for (const auto& [from, text] : std::exchange(early_, {})) received(from, text);
  }
  if (nodes_ > 1) helper_ = std::thread([this] { help(); });
}

void Messenger::end() {
  {
    const std::lock_guard guard(stop_lock_);
    stops_ = true;
  }
  stop_changed_.notify_all();
  if (helper_.joinable()) helper_.join();
  const std::lock_guard guard(lock_);
  while (run_jobs()) {
  }
  is_open_ = false;
}

void Messenger::rest() {
  if (!is_shared_ || rests_.load(std::memory_order_relaxed)) return;
  while (!has_sent()) std::this_thread::yield();
}

/// Whether everything has left. If so, messages rest from now on.
bool Messenger::has_sent() {
  const std::lock_guard guard(lock_);
  poll_locked();
  if (has_jobs_.load(std::memory_order_relaxed) || !transport_->is_idle()) return false;
  rests_.store(true, std::memory_order_relaxed);  // relaxed: polls look again under the lock
  return true;
}

void Messenger::wake_up() {
  const std::lock_guard guard(lock_);
  rests_.store(false, std::memory_order_relaxed);
}

void Messenger::post(Job& job) {
  const std::lock_guard guard(jobs_lock_);
  jobs_.push_back(&job);
  has_jobs_.store(true, std::memory_order_relaxed);  // relaxed: the lock orders the jobs
}

bool Messenger::takes_away(Task& task) {
  if (handler_.takes_away(task)) return true;
  task_begin_ns = now_ns();
  return false;
}

bool Messenger::poll(bool is_idle) {
  if (task_begin_ns != 0) [[unlikely]]
    handler_.ran_here(now_ns() - std::exchange(task_begin_ns, 0));
  // Relaxed here and below: the values are only hints, and another poll follows soon.
  if (!has_jobs_.load(std::memory_order_relaxed)) {
    if (nodes_ == 1) return false;  // only jobs use the transport
    if (!is_idle && now_ns() - last_poll_ns_.load(std::memory_order_relaxed) < poll_interval_ns) return false;
  }
  const std::unique_lock guard(lock_, std::try_to_lock);
  return guard.owns_lock() && poll_locked(is_idle);
}

bool Messenger::poll_locked(bool is_idle) {
  if (!is_open_ || rests_.load(std::memory_order_relaxed)) return false;
  bool has_moved = run_jobs();
  if (nodes_ > 1) has_moved |= transport_->poll(*this);
  has_moved |= run_jobs();
  handler_.polled(*transport_, is_idle);
  last_poll_ns_.store(now_ns(), std::memory_order_relaxed);
  return has_moved;
}

bool Messenger::run_jobs() {
  if (!has_jobs_.load(std::memory_order_relaxed)) return false;
  {
    const std::lock_guard guard(jobs_lock_);
    running_.swap(jobs_);
    has_jobs_.store(false, std::memory_order_relaxed);
  }
  for (Job* job : running_) job->run(*transport_);
  running_.clear();
  return true;
}

void Messenger::received(unsigned from, std::span<const std::byte> text) {
  if (!is_open_) {
    early_.emplace_back(from, std::vector(text.begin(), text.end()));
    return;
  }
  handler_.received(*transport_, from, header_of(text), text.subspan(sizeof(Header)));
}

void Messenger::help() {
  std::unique_lock waiting(stop_lock_);
  while (!stop_changed_.wait_for(waiting, std::chrono::nanoseconds(patience_ns), [this] { return stops_; })) {
    if (now_ns() - last_poll_ns_.load(std::memory_order_relaxed) < patience_ns) continue;
    waiting.unlock();
    {
      const std::unique_lock guard(lock_, std::try_to_lock);
      if (guard.owns_lock()) poll_locked();
    }
    waiting.lock();
  }
}

}  // namespace gusset::cluster
