#pragma once
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <deque>
#include <limits>
#include <type_traits>
#include <vector>

#include "session.hpp"

namespace gusset::bench {

/// oneTBB has tasks but no accesses, so this class does what its users write by hand. Submitting builds a
/// graph, with edges from the last writers and readers of each handle. Waiting runs the graph: each task
/// counts down its successors' missing predecessors and continues with the first successor that becomes
/// ready.
class TbbSession {
 public:
  static constexpr bool has_adds = false;
  static constexpr std::size_t max_tasks = 20'000'000;
  static unsigned max_workers() { return std::numeric_limits<unsigned>::max(); }

  template <class Use>
  static void open(const SessionOptions& options, Use use) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, options.workers);
    tbb::task_arena arena(static_cast<int>(options.workers));
    arena.execute([&] {
      TbbSession session(options.handles);
      use(session);
    });
  }

  template <class Body, class... Accesses>
  void submit(Body body, Accesses... accesses) {
    Node& node = add_node(body);
    (depend(node, accesses), ...);
  }
  template <class Body>
  void submit_many(Body body, const std::vector<std::size_t>& reads, Write write) {
    Node& node = add_node(body);
    for (const std::size_t handle : reads) depend(node, Read{handle});
    depend(node, write);
  }

  void start() {
    for (Node& node : nodes_) {
      if (node.edges == 0) spawn(node);
    }
  }
  void wait() {
    if (!is_started_) start();
    group_.wait();
    nodes_.clear();
    for (State& state : states_) state = {};
    is_started_ = false;
  }

 private:
  struct Node {
    std::atomic<int> missing{0};
    int edges = 0;
    std::vector<Node*> successors;
    void (*run)(const Node&) = nullptr;
    alignas(8) std::byte body[24];
  };
  struct State {
    Node* last_writer = nullptr;
    std::vector<Node*> readers;
  };

  explicit TbbSession(std::size_t handles) : states_(handles) {}

  template <class Body>
  Node& add_node(const Body& body) {
    static_assert(std::is_trivially_copyable_v<Body> && sizeof(Body) <= sizeof(Node::body));
    Node& node = nodes_.emplace_back();
    if constexpr (std::is_empty_v<Body>) {
      node.run = [](const Node&) { Body{}(); };
    } else {
      std::memcpy(node.body, &body, sizeof body);
      node.run = [](const Node& self) { (*reinterpret_cast<const Body*>(self.body))(); };
    }
    return node;
  }

  static void join(Node& before, Node& after) {
    if (!before.successors.empty() && before.successors.back() == &after) return;
    before.successors.push_back(&after);
    after.missing.store(++after.edges, std::memory_order_relaxed);  // no other thread sees it before start()
  }
  void depend(Node& node, Read read) {
    State& state = states_[read.handle];
    if (state.last_writer != nullptr) join(*state.last_writer, node);
    state.readers.push_back(&node);
  }
  void depend(Node& node, Write write) {
    State& state = states_[write.handle];
    if (state.readers.empty() && state.last_writer != nullptr) join(*state.last_writer, node);
    for (Node* reader : state.readers) {
      if (reader != &node) join(*reader, node);
    }
    state.readers.clear();
    state.last_writer = &node;
  }

  void spawn(Node& node) {
    is_started_ = true;
    group_.run([this, first = &node] {
      for (Node* next = first; next != nullptr;) next = execute(*next);
    });
  }
  Node* execute(Node& node) {
    node.run(node);
    Node* next = nullptr;
    for (Node* successor : node.successors) {
      // Release: publishes what this task did. Acquire: sees what the other predecessors did.
      if (successor->missing.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
      if (next == nullptr) {
        next = successor;
      } else {
        group_.run([this, successor] {
          for (Node* following = successor; following != nullptr;) following = execute(*following);
        });
      }
    }
    return next;
  }

  std::vector<State> states_;
  std::deque<Node> nodes_;
  tbb::task_group group_;
  bool is_started_ = false;
};

}  // namespace gusset::bench
