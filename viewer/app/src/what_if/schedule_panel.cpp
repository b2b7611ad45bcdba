#include "gusset/viewer/app/what_if/schedule_panel.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/what_if/shown_results.hpp"
#include "gusset/viewer/model/what_if/what_if.hpp"
#include "schedule_meaning.hpp"
#include "widgets/answer_table.hpp"
#include "widgets/fitted_columns.hpp"
#include "widgets/plain_table.hpp"
#include "widgets/post_to.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/report_html.hpp"

namespace gusset::viewer {
namespace {

constexpr int form_margin = 8;
constexpr int form_spacing = 4;
constexpr int max_seconds = 3600;
constexpr int progress_steps = 1000;
const char* const schedule_name = "schedule.json";
const char* const trace_name = "best.gus";

using TracePointer = std::shared_ptr<const traces::Trace>;

/// Also true if the file was read again and has not changed.
bool is_same_run(const TracePointer& a, const TracePointer& b) {
  return a == b || (a != nullptr && b != nullptr && *a == *b);
}

}  // namespace

SchedulePanel::SchedulePanel(Session& session, Explanations& explanations, const WhatIfRunner& others,
                             unsigned threads, QWidget* parent)
    : QWidget(parent),
      session_(session),
      explanations_(explanations),
      others_(others),
      runner_(post_to(this), threads) {
  setObjectName("schedule panel");
  make_form();
  connections_ = {
      session.document_changed.connect([this] { refresh(); }),
      runner_.progressed.connect([this](const ScheduleProgress& progress) { show_progress(progress); }),
      runner_.answered.connect([this](const ScheduleRunner::Answer& answer) { show_answer(answer); }),
      runner_.failed.connect([this](const std::string& message) { fail(message); }),
      runner_.busy_changed.connect([this] { show_state(); })};
  refresh();
}

void SchedulePanel::make_form() {
  auto* parts = tight_column(this, 0);
  auto* column = new QVBoxLayout;
  column->setContentsMargins(form_margin, form_spacing, form_margin, form_spacing);
  column->setSpacing(form_spacing);
  parts->addLayout(column);
  traces_ = named(new QComboBox, "schedule trace");
  traces_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(traces_, &QComboBox::activated, this,
          [this](int index) { choose(traces_->itemData(index).toString().toStdU16String()); });
  column->addWidget(traces_);
  auto* form = new QFormLayout;
  threads_ = named(new QSpinBox, "schedule threads");
  threads_->setRange(1, static_cast<int>(max_threads));
  threads_->setToolTip("Workers per node");
  form->addRow("Workers", threads_);
  seconds_ = named(new QSpinBox, "schedule seconds");
  seconds_->setRange(1, max_seconds);
  seconds_->setSuffix(" s");
  seconds_->setValue(static_cast<int>(ScheduleSearch::default_seconds));
  form->addRow("Search time", seconds_);
  durations_ = named(new QComboBox, "schedule durations");
  durations_->addItem("exact: this trace's");
  durations_->addItem("typical: for the next run");
  durations_->setItemData(0,
                          plain_tooltip("Each task takes as long as in this trace: the search finds the best "
                                        "that this run could have reached"),
                          Qt::ToolTipRole);
  durations_->setItemData(1,
                          plain_tooltip("Each task takes the mean time of the tasks with its type and work, "
                                        "without their shortest and longest tenth: the schedule suits the "
                                        "next run, too"),
                          Qt::ToolTipRole);
  show_choices_tooltip(*durations_);
  form->addRow("Durations", durations_);
  column->addLayout(form);
  for (QSpinBox* box : {threads_, seconds_})
    connect(box, &QSpinBox::valueChanged, this, [this] { show_state(); });
  connect(durations_, &QComboBox::currentIndexChanged, this, [this] { show_state(); });
  column->addWidget(make_buttons());
  progress_ = named(new QProgressBar, "schedule progress");
  progress_->setTextVisible(false);
  column->addWidget(progress_);
  progress_text_ = plain_text_label("schedule progress text");
  column->addWidget(progress_text_);
  parts->addWidget(make_report(), 1);
}

// The table follows the sentences in one scroll area as wide as the panel, because the names of schedules
// take several lines in a narrow panel.
QWidget* SchedulePanel::make_report() {
  auto* whole = new QWidget;
  auto* column = tight_column(whole, form_spacing);
  const auto add_label = [column](const char* name) {
    auto* label = report_label(name);
    label->setContentsMargins(form_margin, 0, form_margin, form_spacing);
    column->addWidget(label);
    return label;
  };
  report_ = add_label("schedule report");
  table_ = named(new QTreeWidget, "schedule table");
  make_plain_table(*table_, 1);
  table_->viewport()->unsetCursor();
  table_->setFocusPolicy(Qt::TabFocus);  // for the keys that copy and export it
  table_->setWordWrap(true);
  table_->setAlternatingRowColors(true);
  new FittedColumns(*table_);
  column->addWidget(table_);
  command_ = add_label("schedule command");
  column->addStretch(1);
  return scroll_area(whole, this);
}

QWidget* SchedulePanel::make_buttons() {
  auto* rows = new QWidget;
  auto* column = tight_column(rows, form_spacing);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& text, const QString& name, const QString& tip, auto act) {
    auto* made = named(new QPushButton(text), "schedule " + name);
    made->setToolTip(tip);
    connect(made, &QPushButton::clicked, this, act);
    row->addWidget(made);
    return made;
  };
  // An action, so that --do can search, too.
  search_ = named(new QAction("Search for a better schedule", this), "search for a schedule");
  connect(search_, &QAction::triggered, this, [this] { start(); });
  start_ = button("Search", "search", "Search for a better schedule", [this] { search_->trigger(); });
  stop_ = button("Stop", "stop", "End the search with the best schedule so far", [this] { runner_.stop(); });
  remove_ =
      button("Remove", "remove", "Remove the found schedule from the window", [this] { remove_found(); });
  column->addLayout(row);
  row = new QHBoxLayout;
  save_ =
      button("Save schedule…", "save", "Save the found schedule as JSON", [this] { ask_where_to_save(); });
  copy_ = button("Copy command", "copy command", "Copy the equivalent command", [this] { copy_command(); });
  column->addLayout(row);
  return rows;
}

ScheduleSearch SchedulePanel::search() const {
  return {static_cast<unsigned>(threads_->value()), static_cast<unsigned>(seconds_->value()),
          durations_->currentIndex() == 1};
}

std::optional<traces::CsvTable> SchedulePanel::csv() const {
  if (!found_ || found_->answer.tables.empty()) return std::nullopt;
  return traces::csv_of(found_->answer.tables.front());
}

void SchedulePanel::refresh() {
  list_traces();
  // Forget a found schedule whose panel the user closed.
  if (!files_.trace.empty() && !panel_of(*session_.document(), files_.trace)) forget_answer();
  const int chosen = traces_->findData(qt_path(file_));
  const auto loaded = original();
  if (chosen >= 0 && loaded != nullptr && is_same_run(loaded->trace, trace_)) {
    trace_ = loaded->trace;
    traces_->setCurrentIndex(chosen);
    if (!runner_.busy()) follow_shown_schedule();
    show_bounds();
    show_state();
    return;
  }
  // Nothing is chosen yet, the trace was closed, or its file was read again and may hold another run.
  choose(traces_->count() > 0
             ? std::filesystem::path(traces_->itemData(std::max(chosen, 0)).toString().toStdU16String())
             : std::filesystem::path());
}

void SchedulePanel::list_traces() {
  const std::shared_ptr<const Document> document = session_.document();
  const QSignalBlocker quiet(traces_);
  traces_->clear();
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    const std::filesystem::path& file = document->panel(panel).path;
    if (file.empty() || others_.owns(file) || runner_.owns(file)) continue;
    traces_->addItem(qt_text(panel_name(*document, panel)), qt_path(file));
  }
  traces_->setVisible(traces_->count() > 1);
}

void SchedulePanel::choose(const std::filesystem::path& file) {
  runner_.cancel();
  file_ = file;
  traces_->setCurrentIndex(traces_->findData(qt_path(file)));
  const auto loaded = original();
  trace_ = loaded == nullptr ? nullptr : loaded->trace;
  message_.clear();
  started_from_ = 0;
  follow_shown_schedule();
  // Later, since the current document is still being shown.
  QMetaObject::invokeMethod(
      this, [this] { remove_found(); }, Qt::QueuedConnection);
  found_.reset();
  show_bounds();
  show_state();
}

// A graph that has not run has no workers of its own, but perhaps a schedule below it.
unsigned SchedulePanel::threads_to_start_from() const {
  const std::shared_ptr<const Document> document = session_.document();
  const std::optional<std::size_t> schedule = newest_schedule(*document);
  const bool has_workers = !trace_->workers.empty();
  return default_search(has_workers || !schedule ? *trace_ : *document->panel(*schedule).trace).threads;
}

// Leaves a number that the user has chosen until another number of workers is shown.
void SchedulePanel::follow_shown_schedule() {
  if (trace_ == nullptr) return;
  const unsigned threads = threads_to_start_from();
  if (std::exchange(started_from_, threads) != threads) threads_->setValue(static_cast<int>(threads));
}

void SchedulePanel::start() {
  if (trace_ == nullptr || runner_.busy()) return;
  message_.clear();
  saved_.clear();
  progress_text_->setText("Reading the trace…");
  progress_->setRange(0, 0);
  runner_.start({file_, trace_, search(), session_.document()->appearance});
  show_state();
}

void SchedulePanel::show_progress(const ScheduleProgress& progress) {
  progress_->setRange(0, progress.is_comparing ? 0 : progress_steps);
  progress_->setValue(static_cast<int>(progress.share * progress_steps));
  progress_text_->setText(qt_text(progress.text));
}

void SchedulePanel::show_answer(const ScheduleRunner::Answer& answer) {
  if (!is_same_run(answer.request.trace, trace_)) {  // another run was read meanwhile
    runner_.remove(answer.files);
    return;
  }
  const ScheduleFiles replaced = std::exchange(files_, answer.files);
  found_ = answer.found;
  if (answer.loaded != nullptr) {
    show_result(session_, answer.loaded, answer.request.appearance, replaced.trace);
  } else {
    remove_results(session_, {replaced.trace});
  }
  runner_.remove(replaced);
  show_bounds();
  show_state();
}

void SchedulePanel::fail(const std::string& message) {
  message_ = message;
  show_state();
}

void SchedulePanel::forget_answer() {
  runner_.remove(std::exchange(files_, {}));
  found_.reset();
  saved_.clear();
}

void SchedulePanel::remove_found() {
  const std::filesystem::path shown = files_.trace;
  forget_answer();
  if (!shown.empty()) remove_results(session_, {shown});
  show_bounds();
  show_state();
}

void SchedulePanel::show_bounds() {
  std::vector<BoundLine> lines;
  std::vector<SearchedTrace> searched;
  if (found_) {
    for (const std::filesystem::path& file : {file_, files_.trace}) {
      const auto panel = panel_of(*session_.document(), file);
      if (!panel) continue;
      lines.push_back({*panel, found_->limits.bound_ns, found_->bound});
      if (file != file_ || found_->is_of_run) searched.push_back({*panel, found_->limits});
    }
  }
  explanations_.show_bounds(std::move(lines));
  explanations_.set_searched(std::move(searched));
}

void SchedulePanel::show_state() {
  const bool has_trace = trace_ != nullptr;
  const bool is_searching = runner_.busy();
  for (QWidget* part : std::initializer_list<QWidget*>{threads_, seconds_, durations_})
    part->setEnabled(has_trace && !is_searching);
  traces_->setEnabled(!is_searching);
  search_->setEnabled(has_trace && !is_searching);
  start_->setEnabled(has_trace && !is_searching);
  stop_->setEnabled(runner_.can_stop());
  copy_->setEnabled(has_trace);
  save_->setEnabled(!files_.schedule.empty());
  save_->setToolTip(plain_tooltip(
      save_meaning(!files_.schedule.empty(), trace_ == nullptr || has_schedule_files(*trace_))));
  remove_->setEnabled(found_.has_value() && !is_searching);
  progress_->setVisible(is_searching);
  progress_text_->setVisible(is_searching);
  report_->setText(report_html());
  command_->setText(command_html());
  table_->clear();
  if (found_ && !found_->answer.tables.empty() && message_.empty()) {
    const traces::Table& table = found_->answer.tables.front();
    show_columns(*table_, table);
    for (const traces::Table::Row& row : table.rows) {
      QTreeWidgetItem* const item = add_answer_row(*table_, table, row);
      item->setToolTip(0, plain_tooltip(item->text(0) + ". " + schedule_meaning(table, row)));
    }
  }
  table_->setVisible(table_->topLevelItemCount() > 0);
  command_->setVisible(trace_ != nullptr);
}

QString SchedulePanel::report_html() const {
  const QString muted = palette().color(QPalette::PlaceholderText).name();
  if (trace_ == nullptr)
    return paragraph_html("Open a trace to search for a better schedule of its tasks.", muted);
  QString text;
  if (!message_.empty()) {
    text = paragraph_html(escaped_html(message_), error_colour(palette()));
  } else if (found_) {
    text = findings_html(found_->answer);
  } else if (!runner_.busy()) {
    text = paragraph_html(qt_text(count_text(trace_->tasks.size(), "task")) +
                              ": press <b>Search</b> to search for the shortest schedule.",
                          muted);
  }
  return text + note_html(saved_, muted);
}

// The note about the table above, and the commands.
QString SchedulePanel::command_html() const {
  if (trace_ == nullptr) return {};
  const QString muted = palette().color(QPalette::PlaceholderText).name();
  QString text;
  if (message_.empty() && found_ && !found_->answer.tables.empty())
    text = note_html(found_->answer.tables.front().remark, muted);
  const auto add_command = [&](const QString& label, const std::string& command) {
    text += paragraph_html(label + "<br><code>" + escaped_html(command) + "</code>", muted);
  };
  add_command("The same as a command:",
              shell_text("gusset", schedule_arguments(search(), *trace_, file_.filename(),
                                                      {schedule_name, trace_name})));
  if (!has_schedule_files(*trace_)) text += paragraph_html(no_schedule_file, muted);
  const std::string run = run_command(*trace_, schedule_name);
  if (!files_.schedule.empty() && !run.empty()) add_command("To run the saved schedule:", run);
  return text;
}

void SchedulePanel::ask_where_to_save() {
  const QString path =
      QFileDialog::getSaveFileName(this, "Save schedule", schedule_name, "Schedules (*.json)");
  if (!path.isEmpty()) save_schedule(path.toStdU16String());
}

void SchedulePanel::save_schedule(const std::filesystem::path& to) {
  std::error_code problem;
  std::filesystem::copy_file(files_.schedule, to, std::filesystem::copy_options::overwrite_existing, problem);
  saved_ = problem ? to.string() + ": expected a file that can be written, found: " + problem.message()
                   : "Saved " + to.string();
  show_state();
  if (!problem) saved(saved_);
}

void SchedulePanel::copy_command() {
  const std::string program = runner_.program().isEmpty() ? "gusset" : runner_.program().toStdString();
  std::error_code ignored;
  QApplication::clipboard()->setText(qt_text(
      shell_text(program, schedule_arguments(search(), *trace_, std::filesystem::absolute(file_, ignored),
                                             {schedule_name, trace_name}))));
}

std::shared_ptr<const LoadedTrace> SchedulePanel::original() const {
  const auto panel = panel_of(*session_.document(), file_);
  return panel ? session_.document()->traces[*panel] : nullptr;
}

}  // namespace gusset::viewer
