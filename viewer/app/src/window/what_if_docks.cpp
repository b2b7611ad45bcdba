#include "gusset/viewer/app/window/what_if_docks.hpp"

#include <QAction>
#include <QKeySequence>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gusset/viewer/app/widgets/docks.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

WhatIfDocks::WhatIfDocks(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& timeline,
                         Explanations& explanations, Comparisons& comparisons, unsigned threads)
    : window_(window), session_(session), timeline_(timeline), comparisons_(comparisons) {
  what_if_ = new WhatIfPanel(session, threads, &window);
  schedule_ = new SchedulePanel(session, explanations, what_if_->runner(), threads, &window);
  compare_ = new ComparePanel(session, comparisons, &window);
  hide_until_requested(*add_tab(window, "Compare", compare_), "Ctrl+D");
  hide_until_requested(*add_tab(window, "What if", what_if_), "Ctrl+I");
  QDockWidget* const schedule = add_tab(window, "Schedule", schedule_);
  hide_until_requested(*schedule, "Ctrl+B");
  schedule->toggleViewAction()->setText("Find a better schedule");
  host_sweeps(centre);
  connections_ = {
      session.traces_changed.connect([this] { comparisons_.set_document(session_.document()); }),
      session.document_changed.connect([this] { outline_counterparts(); }),
      session.selection().changed.connect([this] { outline_counterparts(); }),
      comparisons.changed.connect([this] {
        if (wants_match_) go_to_match();
        outline_counterparts();
      }),
      comparisons.jobs().failed.connect(
          [this](const std::string& message) { say(window_, qt_text(message)); }),
      schedule_->saved.connect([this](const std::string& notice) { say(window_, qt_text(notice)); }),
      sweep_->predicted.connect([this](const std::filesystem::path& trace) { session_.open({trace}); })};
}

void WhatIfDocks::play_graph(unsigned workers, const std::string& policy) {
  what_if_->play_graph(workers, policy);
  bring_to_front(window_.findChild<QDockWidget*>("What if"));
}

void WhatIfDocks::host_sweeps(QVBoxLayout& centre) {
  sweep_ = new SweepView(timeline_, post_to(&window_), &window_);
  centre.addWidget(sweep_, 1);
  session_.takes_over = [this](const std::vector<std::filesystem::path>& paths) {
    if (paths.size() == 1 && SweepView::is_sweep(paths.front())) {
      sweep_->open(paths.front());
      return true;
    }
    if (!paths.empty()) sweep_->leave();
    return false;
  };
  auto* action = named(new QAction("Show the last s&weep", &window_), "last sweep");
  action->setShortcut(QKeySequence("Ctrl+Shift+W"));
  QObject::connect(action, &QAction::triggered, sweep_, [this] {
    if (sweep_->isVisible()) {
      sweep_->leave();
    } else if (!sweep_->show_again()) {
      say(window_, "No sweep has been opened (gusset tune -o S.json makes one)");
    }
  });
  window_.addAction(action);
}

// Outlines the selected task in the other traces. Waits for counterparts that are not known yet.
void WhatIfDocks::outline_counterparts() {
  std::vector<TaskReference> found;
  const std::shared_ptr<const Document> document = session_.document();
  const std::optional<TaskReference> task = session_.selection().state().task();
  for (std::size_t panel = 0; task && document->has(*task) && panel < document->traces.size(); ++panel) {
    if (panel == task->panel) continue;
    if (const auto match = comparisons_.match(*task, panel)) found.push_back(*match);
  }
  timeline_.set_counterparts(std::move(found));
}

void WhatIfDocks::go_to_match() {
  wants_match_ = false;
  const std::shared_ptr<const Document> document = session_.document();
  const std::optional<TaskReference> task = session_.selection().state().task();
  if (!task || !document->has(*task)) return say(window_, "Select a task first");
  if (document->traces.size() < 2) return say(window_, "Only one trace is open");
  const std::size_t panel = (task->panel + 1) % document->traces.size();
  if (const auto match = comparisons_.match(*task, panel)) {
    session_.selection().select_task(*match, document->row_of(*match), SelectionOrigin::command);
  } else if (comparisons_.knows_matches(std::min(task->panel, panel), std::max(task->panel, panel))) {
    say(window_, qt_text(document->panel(panel).name()) + " has no such task");
  } else {
    wants_match_ = comparisons_.busy();
  }
}

}  // namespace gusset::viewer
