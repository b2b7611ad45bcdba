#pragma once
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// A result for each open trace that is computed once, when first needed, off the user interface's thread.
/// Dropped when other traces are opened. For the user interface's thread only.
template <class T>
class OnDemand {
 public:
  /// `name` describes the result in slots and messages: "critical path". `work` computes it from one trace,
  /// optionally with the trace's task graph or with a cancellation flag. The result is dropped once the flag
  /// is set.
  template <class Work>
  OnDemand(Session& session, std::string name, Work work)
      : session_(session),
        name_(std::move(name)),
        needs_graph_(std::is_invocable_v<Work, const LoadedTrace&, const traces::TaskGraph&>) {
    work_ = [work](const LoadedTrace& loaded, [[maybe_unused]] const traces::TaskGraph* graph,
                   [[maybe_unused]] const JobRunner::Cancelled& cancelled) -> T {
      if constexpr (std::is_invocable_v<Work, const LoadedTrace&, const traces::TaskGraph&>) {
        return work(loaded, *graph);
      } else if constexpr (std::is_invocable_v<Work, const LoadedTrace&, const JobRunner::Cancelled*>) {
        return work(loaded, &cancelled);
      } else {
        return work(loaded);
      }
    };
    connections_ = {session_.traces_changed.connect([this] { clear(); }),
                    session_.graph_ready.connect([this](std::size_t panel) {
                      if (panel < panels_.size() && panels_[panel].wanted) start(panel);
                    })};
  }
  ~OnDemand() { cancel(); }
  OnDemand(const OnDemand&) = delete;
  OnDemand& operator=(const OnDemand&) = delete;

  /// Emitted after a panel's result is computed.
  Signal<std::size_t> ready;

  /// Null until the result was needed and has been computed.
  const T* get(std::size_t panel) const {
    return panel < panels_.size() ? panels_[panel].value.get() : nullptr;
  }
  /// The same, for a job to capture.
  std::shared_ptr<const T> shared(std::size_t panel) const {
    return panel < panels_.size() ? panels_[panel].value : nullptr;
  }
  /// The results of all open traces; null for those not computed yet.
  std::vector<const T*> all() const {
    std::vector<const T*> all;
    for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel)
      all.push_back(get(panel));
    return all;
  }

  void need(std::size_t panel) {
    panels_.resize(session_.document()->traces.size());
    if (panel >= panels_.size() || panels_[panel].wanted) return;
    panels_[panel].wanted = true;
    if (needs_graph_) session_.need_graph(panel);
    start(panel);
  }
  void need_all() {
    for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel) need(panel);
  }

 private:
  struct Panel {
    bool wanted = false;
    bool started = false;
    std::shared_ptr<const T> value;
  };

  JobRunner::Slot slot(std::size_t panel) const { return {name_, panel}; }
  void clear() {
    cancel();
    panels_.clear();
  }
  void cancel() {
    for (std::size_t panel = 0; panel < panels_.size(); ++panel) session_.jobs().cancel(slot(panel));
  }
  void start(std::size_t panel) {
    std::shared_ptr<const traces::TaskGraph> graph = session_.shared_graph(panel);
    if (panels_[panel].started || (needs_graph_ && graph == nullptr)) return;
    panels_[panel].started = true;
    session_.jobs().start(
        slot(panel),
        [work = work_, loaded = session_.document()->traces[panel],
         graph](const JobRunner::Cancelled& cancelled) {
          return std::shared_ptr<const T>(std::make_shared<T>(work(*loaded, graph.get(), cancelled)));
        },
        [this, panel](std::shared_ptr<const T> value) {
          panels_[panel].value = std::move(value);
          ready(panel);
        });
  }

  Session& session_;
  std::string name_;
  bool needs_graph_;
  std::function<T(const LoadedTrace&, const traces::TaskGraph*, const JobRunner::Cancelled&)> work_;
  std::vector<Panel> panels_;
  Connections connections_;
};

}  // namespace gusset::viewer
