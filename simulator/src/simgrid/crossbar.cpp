// All that knows SimGrid. Tasks end by one kernel timer for the earliest event of an own queue, messages are
// Comm activities without actors: the fastest way of using SimGrid that gives the same times as its own
// schedulers.
#include "simgrid/crossbar.hpp"

#include <simgrid/s4u.hpp>
// After s4u.hpp, which they need and don't include.
#include <simgrid/version.h>
#include <xbt/log.h>

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

#include "event_queue.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::simulator {
namespace {

namespace s4u = simgrid::s4u;
using simgrid::kernel::timer::Timer;

constexpr double seconds_per_ns = 1e-9;
constexpr double longest_s = 9e9;  // what fits in ns

double seconds(std::int64_t time_ns) {
  return static_cast<double>(time_ns) * seconds_per_ns;
}

s4u::Host* make_host(s4u::NetZone* zone, const std::string& name) {
#if SIMGRID_VERSION >= 40000
  return zone->add_host(name, 1.0)->seal();
#else
  return zone->create_host(name, 1.0)->seal();
#endif
}

s4u::Link* make_link(s4u::NetZone* zone, const std::string& name, const Platform& platform) {
#if SIMGRID_VERSION >= 40000
  auto* const link = zone->add_link(name, platform.bandwidth_bytes_per_s);
#else
  auto* const link = zone->create_link(name, platform.bandwidth_bytes_per_s);
#endif
  return link->set_latency(platform.latency_s / 2)->seal();
}

s4u::NetZone* make_zone(s4u::Engine& engine) {
#if SIMGRID_VERSION >= 40000
  return engine.get_netzone_root()->add_netzone_star("crossbar");
#else
  (void)engine;
  return s4u::create_star_zone("crossbar");
#endif
}

void start(const s4u::CommPtr& comm) {
#if SIMGRID_VERSION >= 33400
  comm->start();
#else
  comm->vetoable_start();
#endif
}

/// SimGrid's engine takes signals over; the program's own handling comes back when this goes.
class KeptSignals {
 public:
  KeptSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], nullptr, &actions_[i]);
  }
  ~KeptSignals() {
    for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &actions_[i], nullptr);
  }
  KeptSignals(const KeptSignals&) = delete;
  KeptSignals& operator=(const KeptSignals&) = delete;

 private:
  static constexpr std::array signals{SIGINT, SIGSEGV, SIGBUS, SIGABRT};
  std::array<struct sigaction, signals.size()> actions_{};
};

class SimgridCrossbar final : public EventLoop {
 public:
  SimgridCrossbar(const Platform& platform, unsigned nodes) : engine_(make_engine()) {
    configure(platform);
    s4u::NetZone* const zone = make_zone(engine_);
    for (unsigned i = 0; i < nodes; ++i) {
      const std::string number = std::to_string(i);
      s4u::Host* const host = make_host(zone, "node" + number);
      s4u::Link* const up = make_link(zone, "up" + number, platform);
      s4u::Link* const down = make_link(zone, "down" + number, platform);
#if SIMGRID_VERSION >= 33600
      zone->add_route(host, nullptr, {s4u::LinkInRoute(up)}, false);
      zone->add_route(nullptr, host, {s4u::LinkInRoute(down)}, false);
#else
      zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {s4u::LinkInRoute(up)}, false);
      zone->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {s4u::LinkInRoute(down)}, false);
#endif
      hosts_.push_back(host);
    }
    zone->seal();
    engine_.track_vetoed_activities(&stop_);
    const auto on_completion = [this](const auto& activity) {
      // The data that send attached; its getter is not const.
      using Activity = std::remove_cvref_t<decltype(activity)>;
      arrived(*const_cast<Activity&>(activity).template get_data<Message>());
    };
#if SIMGRID_VERSION >= 33400
    s4u::Comm::on_completion_cb(on_completion);
#else
    s4u::Activity::on_completion_cb(on_completion);
#endif
  }

  ~SimgridCrossbar() override {
    // SimGrid complains of activities that are dropped under way: let them arrive, unheard.
    is_closing_ = true;
    stop_.clear();
    if (under_way_ > 0) engine_.run();
    collect();
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
    start(message->comm);
    // Having endpoints but no size yet counted as a veto, which would end Engine::run.
    stop_.erase(message->comm.get());
    ++under_way_;
    message.release();  // until it has arrived
  }

  bool run(EventSink& sink) override {
    sink_ = &sink;
    handle_events(now_ns_);
    while (!failure_ && !sink.is_done()) {
      if (queue_.empty() && under_way_ == 0) return false;
      if (!queue_.empty() && clock_at(queue_.next_ns()) <= s4u::Engine::get_clock()) {
        handle_events(queue_.next_ns());  // Engine::run takes no timer that is due already
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

  // The engine's clock never goes back, so time 0 is wherever that is now.
  void restart() override {
    is_closing_ = true;  // what was under way arrives unheard
    stop_.clear();
    queue_.clear();
    if (under_way_ > 0) engine_.run();
    collect();
    is_closing_ = false;
    failure_ = nullptr;
    if (timer_ != nullptr) timer_->remove();
    timer_ = nullptr;
    now_ns_ = 0;
    begin_s_ = s4u::Engine::get_clock();
  }

  std::string description() const override {
    int major = 0;
    int minor = 0;
    int patch = 0;
    sg_version_get(&major, &minor, &patch);
    return "{\"engine\":\"SimGrid " + std::to_string(major) + "." + std::to_string(minor) +
           "\",\"topology\":\"crossbar\",\"sharing\":\"max-min\"}";
  }

 private:
  struct Message {
    s4u::CommPtr comm;
    Event event = 0;
  };

  static s4u::Engine make_engine() {
    static bool exists = false;
    if (std::exchange(exists, true)) {
      throw ConfigurationError("simulate", "one simulation of several nodes in a process", "a second");
    }
    xbt_log_control_set("root.thresh:error");
    const KeptSignals kept;
    return s4u::Engine("gusset");
  }

  // Plain latency and bandwidth, and plain sharing of them.
  static void configure(const Platform& platform) {
    s4u::Engine::set_config("network/model:CM02");
    s4u::Engine::set_config("network/latency-factor", 1.0);
    s4u::Engine::set_config("network/bandwidth-factor", 1.0);
    s4u::Engine::set_config("network/crosstraffic", false);
    s4u::Engine::set_config("network/TCP-gamma", 0.0);
    // Full recomputes what is left of each message from its rate, so it stays exact where the clock has grown
    // coarse.
    s4u::Engine::set_config("network/optim:Full");
    // SimGrid weighs a message by its latency plus this over each link's bandwidth, and drops those that
    // weigh less than its precision. All weigh the same here: about 2.
    s4u::Engine::set_config("network/weight-S", platform.bandwidth_bytes_per_s);
  }

  // Events up to that time, in order, until done.
  void handle_events(std::int64_t time_ns) noexcept {
    try {
      while (!failure_ && !queue_.empty() && queue_.next_ns() <= time_ns) {
        if (sink_->is_done()) break;
        now_ns_ = std::max(now_ns_, queue_.next_ns());
        sink_->happen(queue_.pop(), now_ns_);
      }
      now_ns_ = std::max(now_ns_, time_ns);
      if (sink_->is_done()) request_stop();
    } catch (...) {
      failure_ = std::current_exception();
    }
    if (failure_) request_stop();
  }

  // Engine::run returns after the present instant where a veto is on record.
  void request_stop() {
    stop_.insert(nullptr);
  }

  void arrived(Message& message) {
    --under_way_;
    collect();
    landed_.emplace_back(&message);
    if (is_closing_) return;
    const double now_s = s4u::Engine::get_clock() - begin_s_;
    if (now_s > longest_s) {
      failure_ = std::make_exception_ptr(
          SimulationError("simulate: expected less than " +
                          std::to_string(static_cast<std::int64_t>(longest_s)) + " seconds, found more"));
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
    // Who has asked to stop would be asked again and again by a timer that is due at once.
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

  // The engine's clock at a time of this simulation.
  double clock_at(std::int64_t time_ns) const {
    return begin_s_ + seconds(time_ns);
  }

  // Messages that landed before: SimGrid holds the one that is landing.
  void collect() {
    landed_.clear();
  }

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
  std::size_t under_way_ = 0;
  std::vector<std::unique_ptr<Message>> landed_;
  bool is_closing_ = false;
};

}  // namespace

std::unique_ptr<EventLoop> make_simgrid_crossbar(const Platform& platform, unsigned nodes) {
  return std::make_unique<SimgridCrossbar>(platform, nodes);
}

}  // namespace gusset::simulator
