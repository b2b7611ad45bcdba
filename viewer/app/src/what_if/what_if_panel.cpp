#include "gusset/viewer/app/what_if/what_if_panel.hpp"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/what_if/shown_results.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/report_html.hpp"
#include "widgets/wide_area.hpp"

namespace gusset::viewer {
namespace {

constexpr int soon_ms = 25;
constexpr int part_margin = 8;
constexpr int part_space = 4;
constexpr int min_figure_lines = 9;
constexpr int min_form_lines = 10;  // the rows of the run, without those of its kernels

// Takes its content's height while there is room, and scrolls otherwise.
class FormArea : public WideArea {
 public:
  explicit FormArea(QWidget* content) : WideArea(content) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  }
  QSize sizeHint() const override {
    const QSize hint = widget()->sizeHint();
    const int width = viewport()->width();
    return {hint.width(), widget()->hasHeightForWidth() ? widget()->heightForWidth(width) : hint.height()};
  }
  QSize minimumSizeHint() const override {
    return {WideArea::minimumSizeHint().width(),
            std::min(sizeHint().height(), min_form_lines * fontMetrics().lineSpacing())};
  }

 protected:
  // Rows are wrapped where they do not fit.
  void resizeEvent(QResizeEvent* event) override {
    WideArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) updateGeometry();
  }
};

QString report_html(const WhatIfReport& report, const QString& muted) {
  QString text = verdict_html(report.verdict) + note_html(report.caution, muted) +
                 table_html(report.headings, report.rows, muted, TableLook::named_rows);
  for (const std::string& doubt : report.doubts) text += note_html("Not reliable: " + doubt + ".", muted);
  for (const std::string& assumption : report.assumptions) text += note_html("Assumed: " + assumption, muted);
  return text;
}

}  // namespace

WhatIfPanel::WhatIfPanel(Session& session, unsigned threads, QWidget* parent)
    : QWidget(parent), session_(session), runner_(post_to(this), threads) {
  setObjectName("what if");
  connections_ = {
      session.document_changed.connect([this] { refresh(); }),
      runner_.answered.connect([this](const WhatIfRunner::Answer& answer) { show_answer(answer); }),
      runner_.failed.connect([this](const std::string& message) {
        message_ = message;
        is_baseline_requested_ = baseline_.has_value();
        result_of_ = effective();  // prevents another attempt until something changes
        is_requested_ = false;
        if (plays_graph_) drop_panel();  // its schedule is that of the graph before an edit
        show_report();
      }),
      runner_.busy_changed.connect([this] { busy_changed(); })};
  soon_.setSingleShot(true);
  soon_.setInterval(soon_ms);
  connect(&soon_, &QTimer::timeout, this, [this] {
    if (std::exchange(is_live_stale_, false)) drop_panel();
    advance();
    busy_changed();
  });
  make_form();
  refresh();
}

void WhatIfPanel::make_form() {
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(part_margin, part_space, part_margin, part_space);
  column->setSpacing(part_space);
  traces_ = named(new QComboBox, "what if trace");
  traces_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(traces_, &QComboBox::activated, this,
          [this](int index) { choose(traces_->itemData(index).toString().toStdU16String()); });
  column->addWidget(traces_);
  form_ = new WhatIfForm;
  connections_.push_back(
      form_->changed.connect([this](const WhatIf& values, bool is_dragged) { change(values, is_dragged); }));
  column->addWidget(form_);

  const auto button = [&](const QString& text, const QString& tip, QHBoxLayout* row, auto act) {
    auto* made = named(new QPushButton(text), "what if " + text.toLower());
    made->setToolTip(tip);
    connect(made, &QPushButton::clicked, this, act);
    row->addWidget(made);
    return made;
  };
  auto* first = new QHBoxLayout;
  simulate_ = button("Simulate", "Simulate the trace now", first, [this] {
    is_requested_ = true;
    result_of_.reset();
    advance();
  });
  keep_ = button("Keep", "Keep this panel; the next change adds another", first, [this] { keep(); });
  reset_ = button("Reset", "Reset everything to the trace's values", first, [this] { change(base_, false); });
  copy_ = button("Copy command", "Copy the equivalent command", first, [this] { copy_command(); });
  auto* second = new QHBoxLayout;
  remove_ = button("Remove kept", "Remove all kept panels", second, [this] { remove_kept(); });
  report_ = report_label("what if report");
  report_->setContentsMargins(part_margin, 0, part_margin, 0);
  report_->setToolTip(plain_tooltip(what_if_rows_meaning));
  column->addStretch(1);

  form_area_ = named(new FormArea(content), "what if form");
  // Scrolls as a whole where even the least heights lack room.
  auto* parts = new QWidget;
  tight_column(this)->addWidget(named(new WideArea(parts), "what if parts"));
  auto* layout = tight_column(parts, part_space);
  layout->addWidget(form_area_);
  auto* buttons = new QVBoxLayout;
  buttons->setContentsMargins(part_margin, 0, part_margin, 0);
  buttons->setSpacing(part_space);
  buttons->addLayout(first);
  buttons->addLayout(second);
  layout->addLayout(buttons);
  // A separate scroll area, so that long lines do not squeeze the form and the figures stay in view.
  auto* figures = named(new WideArea(report_), "what if figures");
  figures->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);  // the rest of the height
  figures->setMinimumHeight(min_figure_lines * fontMetrics().lineSpacing());
  layout->addWidget(figures, 1);
}

void WhatIfPanel::refresh() {
  const std::shared_ptr<const Document> document = session_.document();
  const QSignalBlocker quiet(traces_);
  traces_->clear();
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    const std::filesystem::path& path = document->panel(panel).path;
    if (path.empty() || runner_.owns(path)) continue;
    traces_->addItem(qt_text(panel_name(*document, panel)), qt_path(path));
  }
  traces_->setVisible(traces_->count() > 1);
  // Forget panels that the user closed.
  if (!live_.empty() && !panel_of(*document, live_)) {
    runner_.remove(live_);
    live_.clear();
    result_.reset();
  }
  std::erase_if(kept_, [&](const Kept& kept) {
    if (panel_of(*document, kept.path)) return false;
    runner_.remove(kept.path);
    return true;
  });
  // Later, since the current document is still being shown.
  QMetaObject::invokeMethod(
      this, [this] { title_kept(); }, Qt::QueuedConnection);
  const int chosen = traces_->findData(qt_path(path_));
  if (chosen >= 0 && !path_.empty()) {
    traces_->setCurrentIndex(chosen);
    // A file that was read again may hold another run.
    const auto loaded = original();
    if (loaded != nullptr && loaded->trace == trace_) {
      show_buttons();
      show_report();
      return;
    }
  }
  choose(traces_->count() > 0
             ? std::filesystem::path(traces_->itemData(std::max(chosen, 0)).toString().toStdU16String())
             : std::filesystem::path());
}

void WhatIfPanel::choose(const std::filesystem::path& path) {
  runner_.cancel();
  // A graph that was edited keeps its machine, and its schedule until the next one replaces it.
  const bool goes_on = plays_graph_ && path == path_;
  const WhatIf before = wanted_;
  plays_graph_ = goes_on;
  path_ = path;
  const auto loaded = original();
  trace_ = loaded == nullptr ? nullptr : loaded->trace;
  base_ = loaded == nullptr ? WhatIf() : unchanged(*loaded->trace);
  const std::vector<std::string> kernels =
      loaded == nullptr ? std::vector<std::string>() : kernels_of(*loaded);
  wanted_ = base_;
  if (shows_base() && goes_on) {
    wanted_ = before;
    std::erase_if(wanted_.speed,
                  [&](const auto& each) { return std::ranges::find(kernels, each.first) == kernels.end(); });
  } else if (shows_base()) {
    wanted_.threads = workers_of_graphs;
  }
  is_baseline_requested_ = false;
  baseline_.reset();
  result_.reset();
  result_of_.reset();
  message_.clear();
  is_requested_ = false;
  form_->set_trace(base_, kernels);
  form_->set_values(wanted_);
  show_buttons();
  show_report();
  is_live_stale_ = !live_.empty() && !goes_on;  // deferred, since the current document is still being shown
  soon_.start();
}

void WhatIfPanel::show_buttons() {
  const bool has_trace = !path_.empty();
  form_->setEnabled(has_trace);
  keep_->setEnabled(!live_.empty());
  reset_->setEnabled(has_trace && wanted_ != base_);
  copy_->setEnabled(has_trace);
  simulate_->setEnabled(has_trace);
  simulate_->setVisible(has_trace && !is_live());
  remove_->setVisible(!kept_.empty());
  form_area_->updateGeometry();  // another trace has other kernels
}

void WhatIfPanel::change(const WhatIf& wanted, bool is_dragged) {
  if (path_.empty()) return;
  const bool is_other = wanted.threads != wanted_.threads || wanted.policy != wanted_.policy;
  wanted_ = wanted;
  form_->set_values(wanted);
  if (plays_graph_ && is_other) machine_changed(wanted.threads, wanted.policy);
  message_.clear();
  show_buttons();
  if (!is_dragged) is_requested_ = true;
  // A running timer is not restarted, so that pictures appear during a drag.
  if ((is_live() || !is_dragged) && !soon_.isActive()) soon_.start();
}

WhatIf WhatIfPanel::effective() const {
  WhatIf result = wanted_;
  if (result.nodes > 1) return result;
  result.latency_s = base_.latency_s;
  result.bandwidth_bytes_per_s = base_.bandwidth_bytes_per_s;
  return result;
}

bool WhatIfPanel::is_live() const {
  const auto loaded = original();
  return loaded != nullptr && loaded->trace->tasks.size() <= max_live_tasks;
}

/// Whether to show the unchanged simulation, too: a graph that has not run has no recorded schedule to show.
bool WhatIfPanel::shows_base() const {
  return trace_ != nullptr && trace_->workers.empty();
}

void WhatIfPanel::play_graph(unsigned workers, const std::string& policy) {
  const std::shared_ptr<const Document> document = session_.document();
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    if (!document->panel(panel).is_graph_only()) continue;
    if (path_ != document->panel(panel).path) choose(document->panel(panel).path);
    plays_graph_ = true;
    WhatIf wanted = wanted_;
    wanted.threads = workers;
    wanted.policy = policy;
    change(wanted, false);
    return;
  }
}

void WhatIfPanel::advance() {
  if (!(isVisible() || plays_graph_) || path_.empty() || !(is_live() || is_requested_)) {
    show_report();
    return;
  }
  const WhatIf wanted = effective();
  if (result_of_ == wanted && (baseline_ || !message_.empty())) {
    show_report();
    return;
  }
  if (!baseline_) {
    if (!std::exchange(is_baseline_requested_, true)) runner_.submit({path_, base_, base_, {}});
  } else if (wanted == base_ && !shows_base()) {
    runner_.cancel();
    result_.reset();
    result_of_ = wanted;
    drop_panel();
  } else {
    runner_.submit({path_, base_, wanted, session_.document()->appearance});
  }
  show_report();
}

void WhatIfPanel::show_answer(const WhatIfRunner::Answer& answer) {
  if (answer.request.trace != path_) {
    runner_.remove(answer.loaded->path);
    return;
  }
  message_.clear();
  if (answer.request.changed == base_ && !(shows_base() && baseline_)) {
    baseline_ = answer.result;
    baseline_->shown_ns = 0;  // its schedule is not drawn
    runner_.remove(answer.loaded->path);
    advance();
    return;
  }
  result_ = answer.result;
  result_of_ = answer.request.changed;
  is_requested_ = is_requested_ && result_of_ != effective();
  show_panel(answer.loaded, answer.request.appearance);
  show_buttons();
  show_report();
}

void WhatIfPanel::show_panel(const std::shared_ptr<const LoadedTrace>& loaded, const Appearance& read_with) {
  const std::filesystem::path replaced = std::exchange(live_, loaded->path);
  live_of_ = trace_;
  show_result(session_, loaded, read_with, replaced);
  runner_.remove(replaced);
}

void WhatIfPanel::drop_panel() {
  if (live_.empty()) return;
  const std::filesystem::path dropped = std::exchange(live_, {});
  remove_results(session_, {dropped});
  runner_.remove(dropped);
  show_buttons();
}

void WhatIfPanel::show_report() {
  const QString muted = palette().color(QPalette::PlaceholderText).name();
  const auto loaded = original();
  if (loaded == nullptr) {
    report_->setText(
        paragraph_html("Open a trace to simulate it with other workers, nodes or networks, another policy, "
                       "or faster kernels.",
                       muted));
    return;
  }
  QString text;
  if (!message_.empty()) {
    text = paragraph_html(escaped_html(message_), error_colour(palette()));
  } else if (!is_live() && !baseline_ && !runner_.busy()) {
    text = paragraph_html(qt_text(count_text(loaded->trace->tasks.size(), "task")) +
                              ": release a slider or press <b>Simulate</b> to simulate them.",
                          muted);
  } else {
    if (runner_.busy() && !is_live()) text = paragraph_html("Simulating…", muted);
    const bool is_changed = shows_base() || effective() != base_;
    text += report_html(what_if_report(*loaded, baseline_, result_, is_changed), muted);
  }
  report_->setText(text);
}

void WhatIfPanel::keep() {
  const std::optional<std::size_t> panel = panel_of(*session_.document(), live_);
  if (!panel) return;
  kept_.push_back({std::exchange(live_, {}), live_of_, session_.document()->panel(*panel).title});
  show_buttons();
}

// Without a mark, a schedule of the graph before an edit would look like one of the graph as it is now.
void WhatIfPanel::title_kept() {
  for (const Kept& kept : std::vector(kept_)) {
    const std::shared_ptr<const Document> document = session_.document();
    const std::optional<std::size_t> panel = panel_of(*document, kept.path);
    if (!panel) continue;
    const bool is_open = std::ranges::any_of(document->traces, [&](const auto& loaded) {
      return loaded->trace == kept.of || *loaded->trace == *kept.of;
    });
    const std::string other = kept.of->workers.empty() ? "another graph · " : "another run · ";
    const std::string title = (is_open ? "" : other) + kept.title;
    const LoadedTrace& loaded = document->panel(*panel);
    if (loaded.title != title)
      show_result(session_, retitled(loaded, title), document->appearance, kept.path);
  }
}

void WhatIfPanel::remove_kept() {
  std::vector<std::filesystem::path> removed;
  for (const Kept& kept : std::exchange(kept_, {})) removed.push_back(kept.path);
  remove_results(session_, removed);
  for (const std::filesystem::path& path : removed) runner_.remove(path);
  show_buttons();
}

void WhatIfPanel::copy_command() {
  const std::string program = runner_.program().isEmpty() ? "gusset" : runner_.program().toStdString();
  std::error_code ignored;
  const std::filesystem::path trace = std::filesystem::absolute(path_, ignored);
  QApplication::clipboard()->setText(qt_text(
      shell_text(program, replay_arguments(effective(), base_, trace, "what-if.gus", "what-if.json"))));
}

std::shared_ptr<const LoadedTrace> WhatIfPanel::original() const {
  const std::optional<std::size_t> panel = panel_of(*session_.document(), path_);
  return panel ? session_.document()->traces[*panel] : nullptr;
}

void WhatIfPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  form_area_->updateGeometry();  // styles change sizes when widgets are first shown
  soon_.start();
}

}  // namespace gusset::viewer
