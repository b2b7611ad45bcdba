#include "gusset/viewer/app/what_if/speedup_panel.hpp"

#include <QLabel>
#include <QPushButton>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/speedup_answer.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "speedup_chart.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/report_html.hpp"
#include "widgets/wide_area.hpp"

namespace gusset::viewer {
SpeedupPanel::SpeedupPanel(Session& session, const WhatIfRunner& others, unsigned threads, QWidget* parent)
    : QWidget(parent), session_(session), others_(others), runner_(post_to(this), threads), threads_{1} {
  setObjectName("speedup panel");
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  session.graph_ready.connect([this](std::size_t panel) { graph_ready(panel); }),
                  runner_.answered.connect([this](const WhatIfRunner::Answer& answer) { add_point(answer); }),
                  runner_.failed.connect([this](const std::string& message) {
                    message_ = message;
                    is_running_ = false;
                    show_report();
                  })};
  auto* column = tight_column(this);
  auto* shown = new QWidget;
  auto* parts = tight_column(shown);
  const auto add_label = [parts](const char* name) {
    auto* label = report_label(name);
    label->setContentsMargins(8, 4, 8, 0);
    parts->addWidget(label);
    return label;
  };
  report_ = add_label("speedup report");
  chart_ = named(new SpeedupChart, "speedup chart");
  parts->addWidget(chart_, 1);
  table_ = add_label("speedup table");
  auto* area = named(new WideArea(shown), "speedup area");
  area->setMinimumHeight(110);
  column->addWidget(area, 1);
  button_ = named(new QPushButton(this), "speedup button");
  connect(button_, &QPushButton::clicked, this, [this] {
    if (is_running_) {
      stop();
    } else {
      start();
    }
  });
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 0, 8, 6);
  bar->addWidget(button_);
  bar->addStretch(1);
  column->addLayout(bar);
  refresh();
}

const LoadedTrace* SpeedupPanel::original() const {
  const std::shared_ptr<const Document> document = session_.document();
  return trace_ == nullptr || panel_ >= document->traces.size() ? nullptr : &document->panel(panel_);
}

void SpeedupPanel::refresh() {
  const std::shared_ptr<const Document> document = session_.document();
  std::shared_ptr<const traces::Trace> trace;
  std::size_t panel = 0;
  for (; panel < document->traces.size() && trace == nullptr; ++panel) {
    const LoadedTrace& loaded = document->panel(panel);
    if (loaded.path.empty() || others_.owns(loaded.path)) continue;
    trace = loaded.trace;
    path_ = loaded.path;
    base_ = unchanged(*trace);
    break;
  }
  if (trace != trace_) {
    runner_.cancel();
    is_running_ = false;
    message_.clear();
    curve_ = {};
    trace_ = std::move(trace);
    panel_ = panel;
    threads_ = trace_ == nullptr ? std::vector<unsigned>{1} : traces::speedup_threads(base_.threads);
    if (isVisible() && trace_ != nullptr && trace_->tasks.size() <= max_live_tasks) start();
  }
  panel_ = panel;
  show_report();
}

void SpeedupPanel::graph_ready(std::size_t panel) {
  if (panel != panel_ || trace_ == nullptr) return;
  if (const traces::TaskGraph* graph = session_.graph(panel))
    curve_.excludes = traces::has_exclusive_groups(*graph);
  show_report();
}

void SpeedupPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  const bool is_small = trace_ != nullptr && trace_->tasks.size() <= max_live_tasks;
  if (is_small && curve_.points.empty() && message_.empty() && !is_running_) start();
}

void SpeedupPanel::start() {
  if (trace_ == nullptr) return;
  message_.clear();
  curve_ = {};
  curve_.nodes = base_.nodes;
  is_running_ = true;
  session_.need_graph(panel_);
  graph_ready(panel_);
  ask_next();
  show_report();
}

void SpeedupPanel::stop() {
  is_running_ = false;
  runner_.cancel();
  show_report();
}

void SpeedupPanel::ask_next() {
  if (curve_.points.size() >= threads_.size()) {
    is_running_ = false;
    return;
  }
  WhatIf changed = base_;
  changed.threads = threads_[curve_.points.size()];
  runner_.submit({path_, base_, changed, {}});
}

void SpeedupPanel::add_point(const WhatIfRunner::Answer& answer) {
  runner_.remove(answer.loaded->path);
  if (!is_running_ || answer.request.trace != path_) return;
  const Prediction& found = answer.result.prediction;
  if (curve_.points.empty() && found.bounds) {
    curve_.work_s = found.bounds->work_s;
    curve_.span_s = found.bounds->critical_path_s;
  }
  curve_.add({answer.request.changed.threads, found.makespan_s, found.min_s, found.max_s, found.doubts,
              found.is_recorded},
             found.assumptions);
  ask_next();
  show_report();
}

bool SpeedupPanel::is_complete() const {
  return trace_ != nullptr && curve_.points.size() == threads_.size() && curve_.excludes.has_value();
}

std::optional<picture::CurvesFigure> SpeedupPanel::figure() const {
  if (!is_complete()) return std::nullopt;
  return picture::speedup_curves(curve_, "Speedup of " + traces::program_name(*trace_, path_.string()));
}

std::optional<traces::CsvTable> SpeedupPanel::csv() const {
  if (!is_complete()) return std::nullopt;
  return traces::csv_of(traces::speedup_answer(curve_).tables.front());
}

void SpeedupPanel::show_report() {
  chart_->show_curve(curve_, threads_.back());
  chart_->setVisible(!curve_.points.empty());
  button_->setText(is_running_ ? "Cancel" : curve_.points.empty() ? "Compute" : "Compute again");
  button_->setEnabled(trace_ != nullptr);
  const QString muted = palette().color(QPalette::PlaceholderText).name();
  if (original() == nullptr) {
    report_->setText(paragraph_html("Open a trace to simulate its graph on 1, 2, 4 … workers.", muted));
    table_->clear();
    return;
  }
  QString text;
  if (!message_.empty()) {
    text = paragraph_html(escaped_html(message_), error_colour(palette()));
  } else if (is_running_) {
    const unsigned next = threads_[std::min(curve_.points.size(), threads_.size() - 1)];
    text =
        paragraph_html(QString("Simulating %1 of up to %2 workers…").arg(next).arg(threads_.back()), muted);
  } else if (curve_.points.empty()) {
    text = paragraph_html(qt_text(count_text(trace_->tasks.size(), "task")) +
                              ": press <b>Compute</b> to simulate them on 1, 2, 4 … workers.",
                          muted);
  }
  const traces::Answer answer = traces::speedup_answer(curve_);
  report_->setText(text + findings_html(answer));
  table_->setText(tables_html(answer, muted));
}

}  // namespace gusset::viewer
