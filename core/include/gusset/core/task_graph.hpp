#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/annotation.hpp"
#include "gusset/core/engine/message_kind.hpp"
#include "gusset/core/graphs/arguments.hpp"
#include "gusset/core/graphs/key_counts.hpp"
#include "gusset/core/graphs/key_text.hpp"
#include "gusset/core/graphs/pending_tasks.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

/// A parametrized task graph (PTG: Cosnard and Loi 1995; with active messages: TaskTorrent, Cambier et al.
/// 2020). Each key is a task. Nobody submits the graph: a task exists once it has been fulfilled as often as
/// `in_degree` says, and then runs on its node. Memory therefore grows with the number of tasks that are
/// ready or partly fulfilled, and each node handles only its own tasks.
///
///     using Key = std::array<int, 3>;
///     gusset::TaskGraph<Key> gemm(runtime, "gemm");
///     gemm.define({.in_degree = [](Key k) { return k[2] == 0 ? 2u : 3u; },
///                  .node = [&](Key k) { return owner(k[0], k[1]); },
///                  .run = [&](Key k) { … },
///                  .then = [&](Key k) { if (k[2] + 1 < n) gemm.fulfil({k[0], k[1], k[2] + 1}); }});
///     for (…) gemm.fulfil({i, j, 0});
///     runtime.wait();
///
/// Keys must be comparable, default-constructible, sendable (like the arguments of an ActiveMessage) and
/// hashable: numbers; arrays, pairs and tuples of numbers; types with a std::hash; or types with a custom
/// `Hash`.
///
/// All nodes must create the same graphs in the same order, and define them with the same functions before
/// they fulfil a key. Functions may be called on any thread, and concurrently. The destructor waits for all
/// tasks; what the functions use must live until then.
///
/// Tasks of a graph are not subtasks of the task that fulfils them. They access no handles, but their
/// functions `then` may submit tasks that do, on their node. Kernels of such tasks may fulfil keys in a
/// member `then`: see Runtime::submit.
template <class Key, class Hash = detail::KeyHash>
class TaskGraph final : private detail::PendingTasks {
 public:
  /// Describes the task of a key. Only in_degree is required.
  struct Functions {
    /// How many times the task must be fulfilled before it runs: at least once.
    std::function<std::uint32_t(const Key&)> in_degree{};
    std::function<NodeId(const Key&)> node{};            ///< where it runs; node 0 if not set
    std::function<double(const Key&)> work{};            ///< in flops or any unit; 0 if not set
    std::function<std::int32_t(const Key&)> priority{};  ///< higher first, for policies that use priorities
    /// The worker of its node that the task prefers. A worker that does not exist is refused with a
    /// UsageError when the task becomes ready.
    std::function<WorkerId(const Key&)> worker{};
    std::function<bool(const Key&)> bound{};  ///< whether only that worker may run it; false if not set
    /// The kernel. Does not run in simulations. A task with neither a kernel nor work takes no time there.
    std::function<void(const Key&)> run{};
    /// Runs after the kernel, in the same thread, also in simulations. Makes ready what depends on the task,
    /// with fulfil() and messages. Must depend only on the key, and access no data in simulations.
    std::function<void(const Key&)> then{};
  };

  /// `name` is the task type's name.
  TaskGraph(Runtime& runtime, std::string name)
      : runtime_(runtime), type_(name), fulfilments_(*this, runtime, std::move(name)) {
    runtime_.attach(static_cast<detail::PendingTasks&>(*this));
  }
  ~TaskGraph() override { runtime_.detach(static_cast<detail::PendingTasks&>(*this)); }
  TaskGraph(const TaskGraph&) = delete;
  TaskGraph& operator=(const TaskGraph&) = delete;

  void define(Functions functions) { functions_ = std::move(functions); }

  /// Notes that one event that the task waits for has happened. Any function of a task or message may call
  /// it, on any node; a message goes to the task's node if that is another one. What the program itself
  /// fulfils counts once, although every node runs the program. Thread-safe. Throws UsageError for a node
  /// that does not exist.
  void fulfil(const Key& key) {
    if (!functions_.in_degree) [[unlikely]]
      refuse("define() with in_degree before fulfil()", "none");
    const NodeId node = node_of(key);
    if (node.value() >= nodes_) [[unlikely]]
      refuse("a node from 0 to " + std::to_string(nodes_ - 1), node.is_none() || node == every_node
                                                                   ? "no single node"
                                                                   : "node " + std::to_string(node.value()));
    if (!runtime_.has_one_node_) [[unlikely]] {
      const NodeId here = runtime_.engine().place();
      if (here.is_none() && !runtime_.engine().holds(node)) return;  // that node's program fulfils it, too
      if (!here.is_none() && here != node) return fulfilments_.send(node, key);
    }
    count(key, node);
  }

 private:
  struct Plain {
    TaskGraph* graph;
    Key key;
    void operator()() const {
      if (graph->functions_.run) graph->functions_.run(key);
    }
    void then() const {
      if (graph->functions_.then) graph->functions_.then(key);
    }
  };
  /// A task that tells its engine which events it has waited for.
  struct Followed : Plain {
    std::vector<EventId> events;
    void operator()() const {
      this->graph->runtime_.engine().begins_after(events);
      Plain::operator()();
    }
    void then() const {
      if (!this->graph->runtime_.has_data()) this->graph->runtime_.engine().begins_after(events);
      Plain::then();
    }
  };

  /// Fulfils a key on its node.
  class Fulfilments final : public MessageKind {
   public:
    Fulfilments(TaskGraph& graph, Runtime& runtime, std::string name)
        : MessageKind(runtime, std::move(name)), graph_(graph) {}
    void send(NodeId to, const Key& key) {
      OutgoingMessage message{.to = to, .argument_bytes = detail::bytes_of_arguments<Key>(key)};
      if (has_data()) {
        message.arguments = detail::written_arguments<Key>(key);
      } else {
        message.arrived = [this, key, to] { graph_.count(key, to); };
      }
      MessageKind::send(std::move(message));
    }

   private:
    void handle(std::span<const std::byte> text) override {
      detail::with_arguments<Key>(text, [this](const Key& key) { graph_.count(key, graph_.node_of(key)); });
    }
    TaskGraph& graph_;
  };

  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const {
    runtime_.refuse(UsageError(type_.name() + ": expected " + expected + ", found " + found));
  }
  NodeId node_of(const Key& key) const { return functions_.node ? functions_.node(key) : NodeId(0); }
  void count(const Key& key, NodeId node) {
    const std::uint32_t expected = functions_.in_degree(key);
    if (expected == 0) [[unlikely]]
      refuse("an in-degree of at least 1", "0");
    std::vector<EventId> events;
    const bool follows = runtime_.engine().follows_events();
    if (!counts_.count(key, expected, follows ? runtime_.engine().event() : EventId(), events)) return;
    TaskCall call = type_(functions_.work ? functions_.work(key) : 0.0).on(node).detached();
    if (functions_.priority) call = call.with_priority(functions_.priority(key));
    if (functions_.worker) {
      const WorkerId worker = functions_.worker(key);
      if (worker.value() >= runtime_.workers()) [[unlikely]]
        refuse("a worker from 0 to " + std::to_string(runtime_.workers() - 1),
               worker.is_none() ? "none" : "worker " + std::to_string(worker.value()));
      call = functions_.bound && functions_.bound(key) ? call.bound_to(worker) : call.near(worker);
    }
    call.is_empty = !functions_.run && call.work == 0.0;
    if (follows) {
      submit_followed(call, Followed{{this, key}, std::move(events)});
    } else {
      runtime_.submit_own(call, Plain{this, key});
    }
  }

  /// In traces, the key's text distinguishes the task (traces::task_detail).
  void submit_followed(const TaskCall& call, Followed kernel) {
    if constexpr (detail::has_text<Key>()) {
      const Annotation key("detail", detail::key_text(kernel.key));
      runtime_.submit_own(call, std::move(kernel));
    } else {
      runtime_.submit_own(call, std::move(kernel));
    }
  }

  std::size_t pending() const override { return counts_.size(); }
  void describe(std::vector<std::string>& lines, std::size_t most) const override {
    counts_.for_each([&](const Key& key, std::uint32_t missing, std::uint32_t expected) {
      if (lines.size() < most) {
        lines.push_back(type_.name() + " (" + detail::key_text(key) + ") was fulfilled " +
                        std::to_string(expected - missing) + " of " + std::to_string(expected) + " times");
      }
    });
  }
  void clear_pending() override { counts_.clear(); }

  Runtime& runtime_;
  unsigned nodes_ = runtime_.grid().nodes();
  TaskType type_;
  Functions functions_;
  detail::KeyCounts<Key, Hash> counts_;
  Fulfilments fulfilments_;
};

}  // namespace gusset
