#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gusset/traces/analysis/graph/task_graph.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// Something that is computed once for each open trace, off the user interface's thread, when it is first
/// needed; dropped with the document. For the user interface's thread only.
template <class T>
class OnDemand {
 public:
  /// Computes it for one trace. The graph is null where it was not asked for. Once the flag is set, the
  /// result is dropped.
  using Work = std::function<T(const LoadedTrace&, const traces::TaskGraph*, const JobRunner::Cancelled&)>;
  enum class Needs { trace, graph };

  /// `name` is what it is, for slots and messages: "critical path".
  OnDemand(Session& session, std::string name, Needs needs, Work work)
      : session_(session), name_(std::move(name)), needs_(needs), work_(std::move(work)) {}
  ~OnDemand() { cancel(); }
  OnDemand(const OnDemand&) = delete;
  OnDemand& operator=(const OnDemand&) = delete;

  /// Called when a panel's has been computed.
  std::function<void(std::size_t panel)> ready;

  /// Null until it was needed and computed.
  const T* get(std::size_t panel) const {
    return panel < panels_.size() ? panels_[panel].value.get() : nullptr;
  }
  /// The same, to be captured by a job.
  std::shared_ptr<const T> shared(std::size_t panel) const {
    return panel < panels_.size() ? panels_[panel].value : nullptr;
  }

  void need(std::size_t panel) {
    panels_.resize(session_.document()->traces.size());
    if (panel >= panels_.size() || panels_[panel].wanted) return;
    panels_[panel].wanted = true;
    if (needs_ == Needs::graph) session_.need_graph(panel);
    start(panel);
  }
  void need_all() {
    for (std::size_t panel = 0; panel < session_.document()->traces.size(); ++panel) need(panel);
  }

  /// To be told of SessionEvents::graph_ready.
  void graph_ready(std::size_t panel) {
    if (panel < panels_.size() && panels_[panel].wanted) start(panel);
  }
  /// To be told of SessionEvents::document_changed, unless the traces stayed the same.
  void clear() {
    cancel();
    panels_.clear();
  }

 private:
  struct Panel {
    bool wanted = false;
    bool started = false;
    std::shared_ptr<const T> value;
  };

  std::string slot(std::size_t panel) const { return name_ + " " + std::to_string(panel); }
  void cancel() {
    for (std::size_t panel = 0; panel < panels_.size(); ++panel) session_.jobs().cancel(slot(panel));
  }
  void tell_busy() const {
    if (session_.events.busy_changed) session_.events.busy_changed();
  }

  void start(std::size_t panel) {
    std::shared_ptr<const traces::TaskGraph> graph = session_.shared_graph(panel);
    if (panels_[panel].started || (needs_ == Needs::graph && graph == nullptr)) return;
    panels_[panel].started = true;
    session_.jobs().start(
        slot(panel),
        [work = work_, loaded = session_.document()->traces[panel],
         graph](const JobRunner::Cancelled& cancelled) {
          return std::shared_ptr<const T>(std::make_shared<T>(work(*loaded, graph.get(), cancelled)));
        },
        [this, panel](std::shared_ptr<const T> value) {
          panels_[panel].value = std::move(value);
          if (ready) ready(panel);
          tell_busy();
        },
        [this](const std::string& what) {
          if (session_.events.failed)
            session_.events.failed(name_ + ": expected enough memory for it, found " + what);
          tell_busy();
        });
    tell_busy();
  }

  Session& session_;
  std::string name_;
  Needs needs_;
  Work work_;
  std::vector<Panel> panels_;
};

}  // namespace gusset::viewer
