#pragma once
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "gusset/core/active_message.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/task_graph.hpp"

namespace gusset::testing {

/// A random task graph: keys on random nodes, whose values depend on the values of other keys. The values
/// travel in every possible way: small and large messages, messages that other messages send, and
/// messages that are too long for one part. The program runs the graph several times.
class RandomTaskGraph {
 public:
  using Value = std::uint64_t;
  enum class Way { fulfil, small, relayed, list, large };
  static constexpr unsigned rounds = 3;
  static constexpr unsigned most_nodes = 16;

  /// What all nodes of a process have done: ended tasks and calls of messages' functions, by round.
  struct Progress {
    std::array<std::atomic<std::uint64_t>, rounds> calls{};
  };

  explicit RandomTaskGraph(unsigned seed) : random_(seed) {
    const bool is_chain = seed % 4 == 0;
    is_slow_ = seed % 4 == 1;
    keys_.resize(is_chain ? 20 : 20 + random_() % 100);
    for (std::uint32_t key = 0; key < keys_.size(); ++key) {
      keys_[key].place = random_();
      if (key == 0) continue;
      const std::size_t inputs = is_chain ? 1 : random_() % 4;
      for (std::size_t i = 0; i < inputs; ++i)
        add_edge(is_chain ? key - 1 : static_cast<std::uint32_t>(random_() % key), key);
    }
  }

  std::size_t keys() const { return keys_.size(); }
  /// How many calls Progress counts in each round.
  std::uint64_t calls() const {
    std::uint64_t sum = keys_.size();
    for (const Edge& edge : edges_) {
      if (edge.way == Way::fulfil) continue;
      sum += edge.way == Way::relayed ? 2 : edge.way == Way::large ? 3 : 1;
    }
    return sum;
  }

  /// Returns what is wrong on this node; empty: nothing.
  std::string operator()(Runtime& runtime, unsigned node, Progress* progress = nullptr) const {
    Run run(*this, runtime, node, progress);
    for (unsigned round = 0; round < rounds && run.error.empty(); ++round) run.execute(round);
    return run.error;
  }

 private:
  struct Key {
    std::uint64_t place = 0;
    std::vector<std::uint32_t> inputs;  // edges
    std::vector<std::uint32_t> outputs;
  };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    Way way = Way::fulfil;
    std::uint64_t relay = 0;
    std::size_t elements = 1;
  };

  void add_edge(std::uint32_t from, std::uint32_t to) {
    const auto way = static_cast<Way>(random_() % 5);
    const auto number = static_cast<std::uint32_t>(edges_.size());
    edges_.push_back({from, to, way, random_(), 1 + random_() % (random_() % 2 == 0 ? 10 : 3000)});
    keys_[from].outputs.push_back(number);
    keys_[to].inputs.push_back(number);
  }
  static Value mixed(std::uint32_t key, unsigned round) {
    return (std::uint64_t{key} + 1) * 0x9e3779b97f4a7c15u + round;
  }
  /// The sum of the elements that carry a value along an edge.
  static Value carried(Value value, const Edge& edge) {
    if (edge.way == Way::fulfil) return 0;
    if (edge.way == Way::small || edge.way == Way::relayed) return value;
    return value * edge.elements + edge.elements * (edge.elements - 1) / 2;
  }
  static std::vector<Value> elements(Value value, const Edge& edge) {
    std::vector<Value> all(edge.elements);
    std::iota(all.begin(), all.end(), value);
    return all;
  }
  std::vector<Value> expected(unsigned round) const {
    std::vector<Value> values(keys_.size());
    for (std::uint32_t key = 0; key < keys_.size(); ++key) {
      values[key] = mixed(key, round);
      for (const std::uint32_t edge : keys_[key].inputs)
        values[key] += carried(values[edges_[edge].from], edges_[edge]);
    }
    return values;
  }

  /// The program on one node.
  struct Run {
    Run(const RandomTaskGraph& its_program, Runtime& its_runtime, unsigned its_node, Progress* its_progress)
        : program(its_program),
          runtime(its_runtime),
          node(its_node),
          progress(its_progress),
          nodes(runtime.grid().nodes()),
          values(program.keys()),
          sums(program.keys()),
          runs(program.keys()),
          sources(program.edges_.size()),
          targets(program.edges_.size()) {
      define();
    }

    NodeId node_of(std::uint64_t place) const { return NodeId(place % nodes); }
    NodeId node_of_key(std::uint32_t key) const { return node_of(program.keys_[key].place); }
    const Edge& edge(std::uint32_t number) const { return program.edges_[number]; }

    void called() {
      if (progress != nullptr) ++progress->calls[round];
    }
    /// A message of `sender` runs a function. That must never happen between a wait of this node's program
    /// and what the program does next.
    void called_from(NodeId sender) {
      called();
      if (sender != NodeId(node) && runtime.has_data() && is_quiet) ++late_calls;
    }
    void add(std::uint32_t number, Value value) { sums[edge(number).to] += value; }
    void fulfil(std::uint32_t number) { graph.fulfil(edge(number).to); }

    void define() {
      graph.define({.in_degree =
                        [this](std::uint32_t key) {
                          return std::max<std::uint32_t>(
                              1, static_cast<std::uint32_t>(program.keys_[key].inputs.size()));
                        },
                    .node = [this](std::uint32_t key) { return node_of_key(key); },
                    .work = [](std::uint32_t key) { return key % 7; },
                    .run = [this](std::uint32_t key) { execute_key(key); },
                    .then = [this](std::uint32_t key) { send_all(key); }});
      small.define({.receive = [this](std::uint32_t number, Value value) { add(number, value); },
                    .then =
                        [this](std::uint32_t number, Value) {
                          const Edge& its = edge(number);
                          called_from(its.way == Way::relayed ? node_of(its.relay) : node_of_key(its.from));
                          fulfil(number);
                        }});
      relay.define({.then = [this](std::uint32_t number, Value value) {
        called_from(node_of_key(edge(number).from));
        small.send(node_of_key(edge(number).to), number, value);
      }});
      list.define({.receive = [this](std::uint32_t number,
                                     const std::vector<Value>& all) { add(number, sum_of(all)); },
                   .then =
                       [this](std::uint32_t number, const std::vector<Value>&) {
                         called_from(node_of_key(edge(number).from));
                         fulfil(number);
                       }});
      large.define({.memory =
                        [this](std::uint32_t number) {
                          targets[number].assign(edge(number).elements, 0);
                          return std::span(targets[number]);
                        },
                    .then =
                        [this](std::uint32_t number) {
                          called_from(node_of_key(edge(number).from));
                          add(number, sum_of(targets[number]));
                          fulfil(number);
                        },
                    .sent =
                        [this](std::uint32_t number) {
                          called();
                          sources[number].clear();
                          note.send(NodeId(0), number);
                        }});
      note.define({.then = [this](std::uint32_t number) {
        called_from(node_of_key(edge(number).from));
        ++notes;
      }});
    }
    static Value sum_of(const std::vector<Value>& all) {
      return std::accumulate(all.begin(), all.end(), Value{0});
    }

    void execute_key(std::uint32_t key) {
      values[key] = mixed(key, round) + sums[key].exchange(0);
      ++runs[key];
      const auto end = std::chrono::steady_clock::now() +
                       std::chrono::microseconds(program.is_slow_ && key % 8 == 0 ? 2000 : key % 20);
      while (std::chrono::steady_clock::now() < end) {
      }
    }
    void send_all(std::uint32_t key) {
      for (const std::uint32_t number : program.keys_[key].outputs) {
        const Edge& its = edge(number);
        const NodeId to = node_of_key(its.to);
        if (its.way == Way::fulfil) {
          fulfil(number);
        } else if (its.way == Way::small) {
          small.send(to, number, values[key]);
        } else if (its.way == Way::relayed) {
          relay.send(node_of(its.relay), number, values[key]);
        } else if (its.way == Way::list) {
          list.send(to, number, elements(values[key], its));
        } else {
          sources[number] = elements(values[key], its);
          large.send(to, sources[number], number);
        }
      }
      called();
    }

    /// A task outside of the task graph that fulfils a key.
    struct Kernel {
      Run* run;
      std::uint32_t key;
      void operator()() const {}
      void then() const { run->graph.fulfil(key); }
    };

    void execute(unsigned its_round) {
      is_quiet = false;
      round = its_round;
      for (std::uint32_t key = 0; key < program.keys(); ++key) {
        if (!program.keys_[key].inputs.empty()) continue;
        if (key % 2 == 0) {
          graph.fulfil(key);
        } else {
          runtime.submit(start().on(node_of(key)), Kernel{this, key}, read(data));
        }
      }
      runtime.wait();
      is_quiet = true;
      check();
    }
    void check() {
      if (progress != nullptr && progress->calls[round] != program.calls()) {
        fail(std::to_string(program.calls()) + " calls before the wait ends",
             std::to_string(progress->calls[round]));
      }
      if (late_calls > 0) fail("no messages after a wait", std::to_string(late_calls));
      if (!runtime.has_data()) return;
      const std::vector<Value> expected = program.expected(round);
      std::size_t large_edges = 0;
      for (const Edge& each : program.edges_) large_edges += each.way == Way::large ? 1 : 0;
      if (node == 0 && notes != (round + 1) * large_edges)
        fail(std::to_string((round + 1) * large_edges) + " notes", std::to_string(notes));
      for (std::uint32_t key = 0; key < program.keys(); ++key) {
        if (node_of_key(key) != NodeId(node)) continue;
        if (runs[key] != round + 1)
          fail("task " + std::to_string(key) + " to run once", std::to_string(runs[key] - round));
        if (values[key] != expected[key])
          fail("value " + std::to_string(expected[key]) + " of key " + std::to_string(key),
               std::to_string(values[key]));
      }
    }
    void fail(const std::string& what, const std::string& found) {
      if (error.empty()) error = "round " + std::to_string(round) + ": expected " + what + ", found " + found;
    }

    const RandomTaskGraph& program;
    Runtime& runtime;
    unsigned node;
    Progress* progress;
    unsigned nodes;
    unsigned round = 0;  // the round of the next tasks and messages
    std::string error;
    std::atomic<bool> is_quiet{false};
    std::atomic<unsigned> late_calls{0};
    std::atomic<std::uint64_t> notes{0};
    std::vector<Value> values;
    std::vector<std::atomic<Value>> sums;
    std::vector<unsigned> runs;
    std::vector<std::vector<Value>> sources;
    std::vector<std::vector<Value>> targets;
    TaskType start{"start"};
    Handle data = runtime.handle("data", 8, NodeId(0));
    TaskGraph<std::uint32_t> graph{runtime, "key"};
    ActiveMessage<std::uint32_t, Value> small{runtime, "small"};
    ActiveMessage<std::uint32_t, Value> relay{runtime, "relay"};
    ActiveMessage<std::uint32_t, std::vector<Value>> list{runtime, "list"};
    LargeMessage<Value, std::uint32_t> large{runtime, "large"};
    ActiveMessage<std::uint32_t> note{runtime, "note"};
  };

  std::mt19937_64 random_;
  bool is_slow_ = false;
  std::vector<Key> keys_;
  std::vector<Edge> edges_;
};

}  // namespace gusset::testing
