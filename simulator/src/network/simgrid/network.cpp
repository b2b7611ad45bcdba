// The SimGrid network. One SimGrid timer for the earliest event of our own queue drives all events; messages
// are Comm activities without actors. This is the fastest use of SimGrid that gives the same times as
// SimGrid's own schedulers.
#include "network.hpp"

#include <simgrid/s4u.hpp>
// These headers need s4u.hpp but don't include it.
#include <simgrid/version.h>
#include <xbt/log.h>
#include <xbt/config.hpp>

#include <simgrid/kernel/Timer.hpp>

#include <signal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/core/errors.hpp"
#include "hosts.hpp"
#include "network/event_queue.hpp"
#include "network/simulated_time.hpp"

namespace gusset::simulator {
namespace {

namespace s4u = simgrid::s4u;
using simgrid::kernel::timer::Timer;

constexpr double longest_s = 9e9;  // end_of_time_ns in seconds

double clock_s(std::int64_t time_ns) {
  return static_cast<double>(time_ns) * seconds_per_ns;
}

void start(const s4u::CommPtr& comm) {
#if SIMGRID_VERSION >= 33400
  comm->start();
#else
  comm->vetoable_start();
#endif
}

/// SimGrid's engine installs signal handlers; the destructor restores the program's handlers.
class SavedSignals {
 public:
  SavedSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], nullptr, &actions_[i]);
  }
  ~SavedSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &actions_[i], nullptr);
  }
  SavedSignals(const SavedSignals&) = delete;
  SavedSignals& operator=(const SavedSignals&) = delete;

 private:
  static constexpr std::array signals{SIGINT, SIGSEGV, SIGBUS, SIGABRT};
  std::array<struct sigaction, signals.size()> actions_{};
};

class SimgridNetwork final : public EventLoop {
 public:
  SimgridNetwork(const Platform& platform, unsigned nodes) : platform_(platform), engine_(make_engine()) {
    if (is_from_file()) {
      load();
    } else {
      configure(platform);
      hosts_ = build_hosts(engine_, platform, nodes);
    }
    engine_.track_vetoed_activities(&stop_);
    const auto on_completion = [this](const auto& activity) {
      // `send` attached the message as data, whose getter is not const.
      using Activity = std::remove_cvref_t<decltype(activity)>;
      arrived(*const_cast<Activity&>(activity).template get_data<Message>(),
              activity.get_state() != s4u::Activity::State::FAILED);
    };
#if SIMGRID_VERSION >= 33400
    s4u::Comm::on_completion_cb(on_completion);
#else
    s4u::Activity::on_completion_cb(on_completion);
#endif
  }

  ~SimgridNetwork() override {
    // SimGrid complains about activities dropped in flight, so let them arrive and ignore them.
    drain();
  }

  std::int64_t now_ns() const override {
    return now_ns_;
  }
  void at(std::int64_t time_ns, Event event) override {
    queue_.push(time_ns, event);
  }

  void send(NodeId from, NodeId to, std::uint64_t bytes, Event event) override {
    auto message = std::make_unique<Message>();
    message->event = event;
    message->comm = s4u::Comm::sendto_init(hosts_[from.value()], hosts_[to.value()]);
    message->comm->set_data(message.get());
    message->comm->set_payload_size(bytes);
    // sendto_init recorded a veto, because the message had endpoints but no size yet. A veto would end
    // Engine::run.
    stop_.erase(message->comm.get());
    ++in_flight_;
    Message* const sent = message.release();  // `arrived` or `drain` takes ownership again
    const double now_s = s4u::Engine::get_clock();
    const double begin_s = now_s + wait_before(from, to);
    if (begin_s <= now_s) return begin(*sent);
    sent->timer = Timer::set(begin_s, [this, sent] {
      waiting_.erase(sent);
      sent->timer = nullptr;
      begin(*sent);
    });
    waiting_.insert(sent);
  }

  bool run(EventSink& sink) override {
    sink_ = &sink;
    handle_events(now_ns_);
    while (!failure_ && !sink.is_done()) {
      if (queue_.empty() && in_flight_ == 0) return false;
      if (!queue_.empty() && clock_at(queue_.next_ns()) <= s4u::Engine::get_clock()) {
        handle_events(queue_.next_ns());  // Engine::run ignores timers that are already due
        continue;
      }
      stop_.clear();
      set_timer();
      engine_.run();
    }
    stop_.clear();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return true;
  }

  // The engine's clock never goes back, so the clock's present value becomes time 0.
  void restart() override {
    drain();
    is_closing_ = false;
    queue_.clear();
    failure_ = nullptr;
    if (timer_ != nullptr) timer_->remove();
    timer_ = nullptr;
    now_ns_ = 0;
    begin_s_ = s4u::Engine::get_clock();
  }

  std::string description() const override {
    const std::string engine = "{\"engine\":\"SimGrid " + simgrid_version() + "\",\"topology\":\"" +
                               std::string(name_of(platform_.topology.kind)) + "\",\"sharing\":";
    if (!is_from_file()) return engine + "\"max-min\"}";
    return engine + "\"" + simgrid::config::get_value<std::string>("network/model") + "\"}";
  }

 private:
  struct Message {
    s4u::CommPtr comm;
    Event event = 0;
    Timer* timer = nullptr;  // set while the message waits for its latency
  };

  bool is_from_file() const {
    return platform_.topology.kind == Topology::Kind::simgrid;
  }

  void load() {
    try {
      const SavedSignals saved;
      engine_.load_platform(platform_.topology.file);
    } catch (const std::exception& error) {  // the file was readable earlier, so it has changed
      throw ConfigurationError(platform_.topology.file, "a file that is unchanged since it was first read",
                               error.what());
    }
    hosts_ = loaded_hosts(engine_);
  }

  // A message's share of a link depends on how many links its route has and on its latency, if that is not 0.
  // In a crossbar all messages cross two links. In other topologies messages wait for their latency first and
  // then have none in SimGrid, so every topology divides a link's bandwidth evenly.
  double wait_before(NodeId from, NodeId to) const {
    if (is_from_file() || platform_.topology.kind == Topology::Kind::crossbar) return 0.0;
    std::vector<s4u::Link*> links;
    hosts_[from.value()]->route_to(hosts_[to.value()], links, nullptr);
    return static_cast<double>(links.size()) * platform_.latency_s;
  }

  void begin(Message& message) {
    start(message.comm);
    stop_.erase(message.comm.get());
  }

  void drain() {
    is_closing_ = true;
    stop_.clear();
    queue_.clear();
    for (Message* const message : waiting_) {
      message->timer->remove();
      --in_flight_;
      delete message;
    }
    waiting_.clear();
    if (in_flight_ > 0) engine_.run();
    collect();
  }

  static s4u::Engine make_engine() {
    static bool exists = false;
    if (std::exchange(exists, true)) {
      throw ConfigurationError("simulate", "one simulation of several nodes per process", "a second");
    }
    xbt_log_control_set("root.thresh:error");
    const SavedSignals saved;
    return s4u::Engine("gusset");
  }

  // Plain latency and bandwidth with plain sharing.
  static void configure(const Platform& platform) {
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/latency-factor", 1.0);
    s4u::Engine::set_config("network/bandwidth-factor", 1.0);
    s4u::Engine::set_config("network/crosstraffic", false);
    s4u::Engine::set_config("network/TCP-gamma", 0.0);
    // Full recomputes each message's remaining bytes from its rate, so they stay exact even when the clock
    // has become coarse.
    s4u::Engine::set_config("network/optim:Full");
    // SimGrid weighs a message by its latency plus this value over each link's bandwidth, and drops messages
    // that weigh less than its precision. With this value all messages weigh the same, about 2.
    s4u::Engine::set_config("network/weight-S", platform.bandwidth_bytes_per_s);
  }

  // Handles events up to `time_ns`, in order, until the sink is done.
  void handle_events(std::int64_t time_ns) noexcept {
    try {
      while (!failure_ && !queue_.empty() && queue_.next_ns() <= time_ns) {
        if (sink_->is_done()) break;
        now_ns_ = std::max(now_ns_, queue_.next_ns());
        sink_->handle_event(queue_.pop(), now_ns_);
      }
      now_ns_ = std::max(now_ns_, time_ns);
      if (sink_->is_done()) request_stop();
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (failure_) request_stop();
  }

  // Engine::run returns after the present instant if a veto is recorded.
  void request_stop() {
    stop_.insert(nullptr);
  }

  void arrived(Message& message, bool is_whole) {
    --in_flight_;
    collect();
    delivered_.emplace_back(&message);
    if (is_closing_) return;
    if (!is_whole) {
      failure_ = std::make_exception_ptr(SimulationError(
          "simulate: expected links that stay up, found a message that failed at " +
          std::to_string(s4u::Engine::get_clock() - begin_s_) + " s in " + platform_.topology.file));
      request_stop();
      return;
    }
    const double now_s = s4u::Engine::get_clock() - begin_s_;
    if (now_s >= longest_s) {
      failure_ = std::make_exception_ptr(too_late());
      request_stop();
      return;
    }
    const std::int64_t time_ns =
        std::max(now_ns_, static_cast<std::int64_t>(std::llround(now_s / seconds_per_ns)));
    queue_.push(time_ns, message.event);
    handle_events(time_ns);
    set_timer();
  }

  void set_timer() {
    // After a stop request, a timer that is due at once would fire again and again.
    if (queue_.empty() || is_closing_ || stop_.contains(nullptr)) return;
    const std::int64_t next_ns = queue_.next_ns();
    if (timer_ != nullptr && timer_ns_ <= next_ns) return;
    if (timer_ != nullptr) timer_->remove();
    timer_ns_ = next_ns;
    timer_ = Timer::set(clock_at(next_ns), [this] {
      timer_ = nullptr;
      if (is_closing_) return;
      handle_events(timer_ns_);
      set_timer();
    });
  }

  // Converts this simulation's time to the engine's clock.
  double clock_at(std::int64_t time_ns) const {
    return begin_s_ + clock_s(time_ns);
  }

  // Frees messages that arrived earlier. SimGrid still holds the one that is arriving.
  void collect() {
    delivered_.clear();
  }

  const Platform platform_;
  s4u::Engine engine_;
  std::vector<s4u::Host*> hosts_;
  EventQueue queue_;
  std::int64_t now_ns_ = 0;
  EventSink* sink_ = nullptr;
  double begin_s_ = 0.0;  // the engine's clock at time 0
  std::exception_ptr failure_;
  std::set<s4u::Activity*> stop_;
  Timer* timer_ = nullptr;
  std::int64_t timer_ns_ = 0;
  std::size_t in_flight_ = 0;
  std::set<Message*> waiting_;  // messages whose latency has not passed
  std::vector<std::unique_ptr<Message>> delivered_;
  bool is_closing_ = false;
};

}  // namespace

std::unique_ptr<EventLoop> make_simgrid_network(const Platform& platform, unsigned nodes) {
  return std::make_unique<SimgridNetwork>(platform, nodes);
}

}  // namespace gusset::simulator
