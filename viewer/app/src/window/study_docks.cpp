#include "gusset/viewer/app/window/study_docks.hpp"

#include <QAction>
#include <QKeySequence>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>

#include "gusset/viewer/model/explain/comparison_report.hpp"
#include "widgets/post_to.hpp"

namespace gusset::viewer {

namespace {

constexpr int message_ms = 5000;

}  // namespace

StudyDocks::StudyDocks(QMainWindow& window, Session& session, unsigned threads)
    : window_(window), session_(session), comparisons_(post_to(&window)) {
  const auto tell_busy = [this] {
    if (busy_changed) busy_changed();
  };
  what_if_ = new WhatIfPanel(session, threads, &window);
  what_if_->busy_changed = tell_busy;
  compare_ = new ComparePanel(session, comparisons_, &window);
  comparisons_.busy_changed = tell_busy;
  comparisons_.failed = [this](const std::string& message) {
    window_.statusBar()->showMessage(QString::fromStdString(message), message_ms);
  };
  comparisons_.changed = [this] {
    compare_->refresh();
    if (wants_twin_) go_to_twin();
    if (twins_changed) twins_changed();
  };
  add(window, "Compare", QKeySequence("Ctrl+D"), compare_);
  add(window, "What if", QKeySequence("Ctrl+I"), what_if_);
}

QDockWidget* StudyDocks::add(QMainWindow& window, const QString& title, const QKeySequence& key,
                             QWidget* content) {
  auto* dock = new QDockWidget(title, &window);
  dock->setObjectName(title);
  dock->setWidget(content);
  window.addDockWidget(Qt::RightDockWidgetArea, dock);
  if (auto* details = window.findChild<QDockWidget*>("Details")) window.tabifyDockWidget(details, dock);
  dock->hide();
  QAction* toggle = dock->toggleViewAction();
  toggle->setObjectName(title.toLower());
  toggle->setShortcut(key);
  return dock;
}

void StudyDocks::host_sweeps(QVBoxLayout& layout, QWidget& timeline) {
  sweep_ = new SweepView(timeline, post_to(&window_), &window_);
  layout.addWidget(sweep_, 1);
  sweep_->predicted = [this](const std::filesystem::path& trace) { session_.open({trace}); };
  sweep_->failed = [this](const std::string& message) {
    if (session_.events.failed) session_.events.failed(message);
  };
  sweep_->shown = [this] {
    if (sweep_shown) sweep_shown();
  };
  sweep_->busy_changed = [this] {
    if (busy_changed) busy_changed();
  };
  session_.events.takes_over = [this](const std::vector<std::filesystem::path>& paths) {
    if (paths.size() == 1 && SweepView::is_sweep(paths.front())) {
      sweep_->open(paths.front());
      return true;
    }
    if (!paths.empty()) sweep_->leave();
    return false;
  };
  auto* action = new QAction("Last s&weep", &window_);
  action->setObjectName("last sweep");
  action->setShortcut(QKeySequence("Ctrl+Shift+W"));
  QObject::connect(action, &QAction::triggered, sweep_, [this] {
    if (sweep_->isVisible()) {
      sweep_->leave();
    } else if (!sweep_->come_back()) {
      window_.statusBar()->showMessage("No sweep was opened (gusset tune -o S.json makes one)", message_ms);
    }
  });
  window_.addAction(action);
}

void StudyDocks::refresh() {
  comparisons_.set_document(session_.document());
  compare_->refresh();
  what_if_->refresh();  // last: it may show another document
}

void StudyDocks::go_to_twin() {
  wants_twin_ = false;
  const std::shared_ptr<const Document> document = session_.document();
  comparisons_.set_document(document);
  const std::optional<TaskReference> task = session_.selection().state().task();
  const auto say = [this](const QString& text) { window_.statusBar()->showMessage(text, message_ms); };
  if (!task || !document->has(*task)) return say("Select a task first");
  if (document->traces.size() < 2) return say("Only one trace is open");
  const std::size_t panel = (task->panel + 1) % document->traces.size();
  if (const auto twin = comparisons_.twin(*task, panel)) {
    session_.selection().select_task(*twin, document->row_of(*twin), SelectionOrigin::command);
  } else if (comparisons_.knows_twins(std::min(task->panel, panel), std::max(task->panel, panel))) {
    say(QString::fromStdString(document->panel(panel).name()) + " has no such task");
  } else {
    wants_twin_ = comparisons_.busy();
  }
}

std::optional<ReportSection> StudyDocks::twins_of(TaskReference task) {
  comparisons_.set_document(session_.document());
  return twins_section(*session_.document(), comparisons_, task);
}

}  // namespace gusset::viewer
