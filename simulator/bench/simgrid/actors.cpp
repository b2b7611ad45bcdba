#include "simgrid/actors.hpp"

#include <xbt/log.h>
#include <simgrid/s4u.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "network/simgrid/hosts.hpp"

namespace gusset::simulator::bench {
namespace {

namespace s4u = simgrid::s4u;

constexpr double task_s = 1e-3;
constexpr double tile_bytes = 512.0 * 512.0 * 8.0;

Platform crossbar() {
  Platform platform;
  platform.latency_s = 2e-6;
  platform.bandwidth_bytes_per_s = 1e10;
  return platform;
}

struct Message {
  unsigned to = 0;
  std::vector<std::size_t> listeners;
};
struct Task {
  unsigned node = 0;
  unsigned waits = 0;
  std::vector<std::size_t> next;  // successors on the same node
  std::vector<Message> messages;
};

/// The tasks of a factorization and their dependencies, tile by tile.
class Graph {
 public:
  Graph(unsigned p, unsigned q, std::size_t blocks) : p_(p), q_(q) {
    for (std::size_t i = 0; i < blocks; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        add({{i, j}}, {i, i});
        for (std::size_t k = i + 1; k < blocks; ++k) add({{k, j}, {i, j}}, {k, i});
      }
      add({}, {i, i});
      for (std::size_t j = i + 1; j < blocks; ++j) add({{i, i}}, {j, i});
    }
  }
  std::vector<Task> tasks;

 private:
  using Tile = std::pair<std::size_t, std::size_t>;

  unsigned owner(const Tile& tile) const {
    return static_cast<unsigned>(tile.first % p_) * q_ + static_cast<unsigned>(tile.second % q_);
  }
  void add(const std::vector<Tile>& inputs, const Tile& output) {
    const std::size_t task = tasks.size();
    tasks.push_back({owner(output), 0, {}, {}});
    for (const Tile& input : inputs) wait_for(task, input);
    wait_for(task, output);
    writer_[output] = task;
  }
  void wait_for(std::size_t task, const Tile& tile) {
    const auto written = writer_.find(tile);
    if (written == writer_.end()) return;
    ++tasks[task].waits;
    Task& before = tasks[written->second];
    if (before.node == tasks[task].node) {
      before.next.push_back(task);
      return;
    }
    for (Message& message : before.messages) {
      if (message.to == tasks[task].node) return message.listeners.push_back(task);
    }
    before.messages.push_back({tasks[task].node, {task}});
  }

  unsigned p_;
  unsigned q_;
  std::map<Tile, std::size_t> writer_;
};

class Simulation {
 public:
  Simulation(s4u::Engine& engine, Graph& graph, unsigned nodes, unsigned workers)
      : engine_(engine), tasks_(graph.tasks), nodes_(nodes), hosts_(build_hosts(engine, crossbar(), nodes)) {
    for (unsigned n = 0; n < nodes; ++n) {
      nodes_[n].ready_count = s4u::Semaphore::create(0);
      for (unsigned w = 0; w < workers; ++w) s4u::Actor::create("worker", hosts_[n], [this, n] { work(n); });
    }
    workers_ = workers;
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
      if (tasks_[task].waits == 0) make_ready(task);
    }
  }
  void run() {
    engine_.run();
    if (ended_ != tasks_.size())
      throw std::runtime_error("actors: expected all tasks to end, found some that did not");
  }
  std::size_t events() const { return ended_ + messages_; }

 private:
  struct Node {
    std::deque<std::size_t> ready;
    s4u::SemaphorePtr ready_count;
  };
  static constexpr std::size_t stop = static_cast<std::size_t>(-1);

  void make_ready(std::size_t task) {
    Node& node = nodes_[tasks_[task].node];
    node.ready.push_back(task);
    node.ready_count->release();
  }
  void count_down(std::size_t task) {
    if (--tasks_[task].waits == 0) make_ready(task);
  }
  void work(unsigned n) {
    for (;;) {
      nodes_[n].ready_count->acquire();
      const std::size_t task = nodes_[n].ready.front();
      nodes_[n].ready.pop_front();
      if (task == stop) return;
      s4u::this_actor::sleep_for(task_s);
      complete(task);
    }
  }
  void complete(std::size_t task) {
    for (const std::size_t next : tasks_[task].next) count_down(next);
    for (const Message& message : tasks_[task].messages) {
      ++messages_;
      const Message* const what = &message;
      const unsigned from = tasks_[task].node;
      s4u::Actor::create("message", hosts_[from], [this, what, from] {
        s4u::Comm::sendto(hosts_[from], hosts_[what->to], static_cast<std::uint64_t>(tile_bytes));
        for (const std::size_t listener : what->listeners) count_down(listener);
      });
    }
    if (++ended_ < tasks_.size()) return;
    for (Node& node : nodes_) {
      for (unsigned w = 0; w < workers_; ++w) {
        node.ready.push_back(stop);
        node.ready_count->release();
      }
    }
  }

  s4u::Engine& engine_;
  std::vector<Task>& tasks_;
  std::vector<Node> nodes_;
  std::vector<s4u::Host*> hosts_;
  unsigned workers_ = 0;
  std::size_t ended_ = 0;
  std::size_t messages_ = 0;
};

}  // namespace

double actors_per_second(unsigned p, unsigned q, unsigned workers, std::size_t blocks) {
  xbt_log_control_set("root.thresh:error");
  s4u::Engine engine("actors");
  for (const char* setting : {"network/model:CM02", "network/latency-factor:1", "network/bandwidth-factor:1",
                              "network/crosstraffic:0", "network/TCP-gamma:0"})
    s4u::Engine::set_config(setting);
  const auto begin = std::chrono::steady_clock::now();
  Graph graph(p, q, blocks);
  Simulation simulation(engine, graph, p * q, workers);
  simulation.run();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  return static_cast<double>(simulation.events()) / elapsed.count();
}

}  // namespace gusset::simulator::bench
