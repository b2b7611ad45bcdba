#include "gusset/viewer/app/classroom/graph_editor.hpp"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "gusset/traces/exchange/write_trace.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/what_if/what_if.hpp"
#include "widgets/policy_box.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr double min_duration_ms = 0.001;
constexpr double max_duration_ms = 1e6;
constexpr const char* gestures =
    "Drag from task to task: draw a dependency. Double-click: add or rename a task. Del: delete.";

// Shows "2.5 ms" instead of "2.500 ms".
class DurationBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override { return QString::number(value, 'g', 9); }
};

// Asks for one of several texts and passes its index.
template <class Chosen>
void ask(QWidget& window, const QString& name, const QString& title, const QString& label,
         const QStringList& texts, Chosen chosen) {
  auto* dialog = named(new QInputDialog(&window), name);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  dialog->setLabelText(label);
  dialog->setComboBoxItems(texts);
  QObject::connect(dialog, &QInputDialog::textValueSelected, &window, [texts, chosen](const QString& text) {
    if (const auto index = texts.indexOf(text); index >= 0) chosen(static_cast<std::size_t>(index));
  });
  dialog->open();
}

// The format for a graph that a file's name selects.
std::optional<traces::OutputChoice> output_for_graph(const std::filesystem::path& path) {
  const auto choice = traces::output_choice(path);
  const bool is_run = choice && (choice->format == traces::OutputFormat::chrome_json ||
                                 choice->format == traces::OutputFormat::paje);
  return is_run ? std::nullopt : choice;
}

}  // namespace

GraphEditor::GraphEditor(QMainWindow& window, Session& session, GraphDock& dock, WhatIfPanel& what_if)
    : QWidget(&dock), window_(window), session_(session), dock_(dock), what_if_(what_if) {
  setObjectName("graph editor");
  make_bar();
  dock.add_bar(*this);
  hide();
  GraphView& view = dock.view();
  connections_ = {
      session.graph_edited.connect([this] { show_edited(); }),
      session.document_changed.connect([this] { refresh(); }),
      session.selection().changed.connect([this] { refresh(); }),
      view.dependency_drawn.connect([this](const traces::Dependency& edge) { connect_tasks(edge); }),
      view.task_wanted.connect([this] { add_task(); }),
      view.task_entered.connect([this](traces::TaskId task) {
        if (graph() == nullptr) {
          if (edit_ != nullptr && edit_->isEnabled())
            viewer::say(window_, "Press “Edit this graph”, above the graph, to change it");
          return;
        }
        select(task);
        enter_name();
      }),
      what_if.runner().failed.connect([this](const std::string& why) {
        if (graph() != nullptr) say(qt_text(why), true);
      })};
}

void GraphEditor::make_bar() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 8, 0);
  column->setSpacing(4);
  auto* of_task = new QHBoxLayout;
  auto* of_schedule = new QHBoxLayout;
  const auto add = [](QHBoxLayout& row, const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    row.addWidget(label);
    row.addWidget(field);
  };
  name_ = named(new QLineEdit, "graph task name");
  name_->setMinimumWidth(70);
  name_->setToolTip("The first word is the task's type, and chooses its colour (F2)");
  duration_ = named(new DurationBox, "graph task duration");
  duration_->setRange(min_duration_ms, max_duration_ms);
  duration_->setDecimals(3);
  duration_->setSuffix(" ms");
  duration_->setKeyboardTracking(false);
  duration_->setToolTip("The duration of the selected task (F4)");
  add(*of_task, "Task", name_);
  add(*of_task, "takes", duration_);
  workers_ = named(new QSpinBox, "graph workers");
  workers_->setRange(1, static_cast<int>(max_threads));
  workers_->setValue(static_cast<int>(workers_of_graphs));
  workers_->setKeyboardTracking(false);
  policy_ = policy_box("graph policy");
  add(*of_schedule, "Schedule on", workers_);
  add(*of_schedule, "workers, policy", policy_);
  of_schedule->addStretch(1);
  message_ = named(new QLabel, "graph message");
  message_->setWordWrap(true);
  message_->setMinimumWidth(1);
  column->addLayout(of_task);
  column->addLayout(of_schedule);
  column->addWidget(message_);
  name_->installEventFilter(this);
  connect(name_, &QLineEdit::editingFinished, this, [this] { rename(); });
  connect(name_, &QLineEdit::returnPressed, this, [this] { dock_.view().setFocus(); });
  connect(duration_, &QDoubleSpinBox::valueChanged, this, [this] { set_duration(); });
  const auto change_machine = [this] {
    machine_changed(static_cast<unsigned>(workers_->value()), policy_->currentText().toStdString());
    play();
  };
  connect(workers_, &QSpinBox::valueChanged, this, change_machine);
  connect(policy_, &QComboBox::activated, this, change_machine);
  say(gestures, false);
}

void GraphEditor::add_actions(Actions& actions) {
  QMenu& file = actions.menu("File");
  actions.add(
      file, "&New graph", "new graph", "Ctrl+N", [this] { start_new(); }, Actions::Needs::nothing,
      Actions::after(file, "add"));
  QAction* save = actions.add(
      file, "Save the gra&ph…", "save graph", "Ctrl+S", [this] { ask_for_file({}); }, Actions::Needs::nothing,
      Actions::after(file, "export graph"));
  QMenu& menu = *actions.menu("Edit").addMenu("Task &graph");
  menu.setObjectName("task graph menu");
  edit_ = actions.add_always(menu, "&Edit the open graph", "edit graph", {}, [this] { edit_open(); });
  menu.addSeparator();
  const auto add = [&](const QString& text, const QString& id, const QString& key, auto run) {
    QAction* action = actions.add_always(menu, text, id, key, std::move(run));
    actions_.push_back(action);
    return action;
  };
  QAction* task = add("&Add a task", "add task", "Ins", [this] { add_task(); });
  QAction* dependency =
      add("Add a de&pendency…", "add dependency", "Ctrl+L", [this] { ask_for_dependency(); });
  add("Re&name the task", "rename task", "F2", [this] { enter_name(); });
  add("Set the d&uration", "set duration", "F4", [this] {
    duration_->setFocus();
    duration_->selectAll();
  });
  QAction* remove = add("&Delete the task or dependency", "delete task", "Del", [this] { remove_chosen(); });
  add("&Remove a dependency…", "remove dependency", "Ctrl+Shift+L", [this] { ask_for_removed_dependency(); });
  actions_.push_back(save);
  auto* buttons = qobject_cast<QHBoxLayout*>(layout()->itemAt(0)->layout());
  auto* saves = qobject_cast<QHBoxLayout*>(layout()->itemAt(1)->layout());
  const auto button = [&](QHBoxLayout& row, int place, QAction* action, const QString& text) {
    auto* made = named(new QToolButton, "graph " + action->objectName());
    action->setIconText(text);
    made->setDefaultAction(action);
    made->setToolTip(QString(action->text()).remove('&') + " (" +
                     action->shortcut().toString(QKeySequence::NativeText) + ")");
    made->setFocusPolicy(Qt::TabFocus);
    row.insertWidget(place, made);
    return made;
  };
  QWidget* before = duration_;
  for (QWidget* next : std::initializer_list<QWidget*>{
           button(*buttons, 0, task, "Add task"), button(*buttons, 1, dependency, "Add dependency…"),
           button(*buttons, -1, remove, "Delete"), workers_, policy_, button(*saves, -1, save, "Save…")})
    setTabOrder(std::exchange(before, next), next);
  edit_button_ = named(new QToolButton, "graph edit this graph");
  edit_->setIconText("Edit this graph");
  edit_button_->setDefaultAction(edit_);
  edit_button_->setToolTip("Add and delete tasks and dependencies, and set durations");
  edit_button_->setFocusPolicy(Qt::TabFocus);
  dock_.add_choice(*edit_button_);
  refresh();
}

void GraphEditor::start_new() {
  if (ask_to_save([this] { start_new(); })) return;
  is_new_ = true;
  begin(GraphDraft::with_one_task(), "New graph");
}

void GraphEditor::edit_open() {
  const std::shared_ptr<const Document> document = session_.document();
  if (document->empty() || !document->panel(0).is_graph_only())
    return failed("graph: expected a task graph without times as the top trace, found a run");
  if (graph() != nullptr) return;
  Result<GraphDraft> draft = GraphDraft::of(*document->panel(0).trace);
  if (!draft) return failed(draft.error().message());
  is_new_ = false;
  if (newest_schedule(*document)) set_machine(what_if_.wanted().threads, what_if_.wanted().policy);
  begin(std::move(draft).value(), document->panel(0).name());
}

void GraphEditor::set_machine(unsigned workers, const std::string& policy) {
  const QSignalBlocker quiet(workers_);
  workers_->setValue(static_cast<int>(workers));
  policy_->setCurrentText(qt_text(policy));  // `activated` reports only the user's changes
}

void GraphEditor::begin(GraphDraft graph, std::string title) {
  if (!folder_) {
    Result<ScratchFolder> made = ScratchFolder::make();
    if (!made) return failed(made.error().message());
    folder_.emplace(std::move(made).value());
  }
  title_ = std::move(title);
  const Appearance appearance = session_.appearance();
  const auto first = loaded(graph, appearance);
  if (first == nullptr) return;
  saved_ = graph;
  file_.clear();
  session_.build(std::make_shared<const GraphDraft>(std::move(graph)), make_document({first}, appearance));
  dock_.hide();  // the dock shown last is in front of the docks that share its place
  dock_.show();
  say(gestures, false);
  select(traces::TaskId(0));
  play();
  QTimer::singleShot(0, &dock_, [this] {  // after the layout is done
    dock_.raise();
    window_.resizeDocks({&dock_}, {window_.height()}, Qt::Vertical);
    dock_.view().setFocus();
  });
}

// Writes the graph for the simulation. Returns null if that fails.
std::shared_ptr<const LoadedTrace> GraphEditor::loaded(const GraphDraft& graph,
                                                       const Appearance& appearance) {
  const auto trace = std::make_shared<const traces::Trace>(graph.trace());
  const std::filesystem::path path = folder_->path() / "graph.gus";
  if (const auto written = traces::write_trace(*trace, path, traces::OutputFormat::gus); !written) {
    failed(written.error().message());
    return nullptr;
  }
  return retitled(*index_trace(trace, path, 1, appearance), title_);
}

void GraphEditor::show_edited() {
  if (graph() == nullptr) return;
  const std::shared_ptr<const Document> document = session_.document();
  std::vector<std::shared_ptr<const LoadedTrace>> all = document->traces;
  const auto next = loaded(*graph(), document->appearance);
  if (next == nullptr || all.empty()) return;
  std::optional<traces::TaskId> wanted = std::exchange(next_, std::nullopt);
  if (const auto task = session_.selection().state().task(); !wanted && task)  // an undo may remove the task
    wanted = traces::TaskId(std::min<std::size_t>(task->task.value(), graph()->tasks().size() - 1));
  // Meanwhile no task is selected; a field that is disabled would lose the keyboard focus.
  is_changing_ = true;
  session_.selection().clear_task(SelectionOrigin::command);
  all.front() = next;
  session_.show(make_document(std::move(all), document->appearance, document->alignment), true);
  say(gestures, false);
  select(wanted);
  is_changing_ = false;
  refresh();
  play();
}

void GraphEditor::play() {
  if (graph() == nullptr) return;
  what_if_.play_graph(static_cast<unsigned>(workers_->value()), policy_->currentText().toStdString());
}

std::optional<traces::TaskId> GraphEditor::selected() const {
  const std::optional<TaskReference> task = session_.selection().state().task();
  if (graph() == nullptr || !task || task->task.value() >= graph()->tasks().size()) return std::nullopt;
  return task->task;
}

void GraphEditor::select(std::optional<traces::TaskId> task) {
  if (graph() == nullptr || !task || task->value() >= graph()->tasks().size()) return;
  session_.selection().select_task({0, *task}, std::nullopt, SelectionOrigin::command);
}

void GraphEditor::change(GraphDraft next, std::optional<traces::TaskId> selected) {
  if (graph() == nullptr || next == *graph()) return;
  next_ = selected;
  Edits edits = session_.edits();
  edits.graph = std::make_shared<const GraphDraft>(std::move(next));
  session_.edit(std::move(edits));
}

void GraphEditor::refresh() {
  if (is_changing_) return;
  const bool is_building = graph() != nullptr;
  setVisible(is_building);
  dock_.view().set_editable(is_building);
  for (QAction* action : actions_) action->setEnabled(is_building);
  const std::shared_ptr<const Document> document = session_.document();
  if (edit_ != nullptr)
    edit_->setEnabled(!is_building && !document->empty() && document->panel(0).is_graph_only());
  if (edit_button_ != nullptr) edit_button_->setVisible(edit_->isEnabled());
  const std::optional<traces::TaskId> task = selected();
  for (QWidget* field : {static_cast<QWidget*>(name_), static_cast<QWidget*>(duration_)})
    field->setEnabled(task.has_value());
  const QSignalBlocker quiet_name(name_);
  const QSignalBlocker quiet_duration(duration_);
  if (!task) {
    name_->clear();
    return;
  }
  const GraphDraft::Task& shown = graph()->task(*task);
  if (name_->text() != qt_text(shown.name)) name_->setText(qt_text(shown.name));
  if (duration_->value() != shown.duration_ms) duration_->setValue(shown.duration_ms);
}

void GraphEditor::say(const QString& text, bool is_error) {
  message_->setText(is_error ? "<span style=\"color:" + QString(error_colour(palette())) + "\">" +
                                   escaped_html(text) + "</span>"
                             : escaped_html(text));
}

void GraphEditor::enter_name() {
  name_->setFocus();
  name_->selectAll();
}

// Undo and redo concern the graph unless the name is being typed.
bool GraphEditor::eventFilter(QObject* watched, QEvent* event) {
  if (watched == name_ && event->type() == QEvent::ShortcutOverride) {
    const auto& key = static_cast<const QKeyEvent&>(*event);
    const bool is_text = key.matches(QKeySequence::Undo)   ? name_->isUndoAvailable()
                         : key.matches(QKeySequence::Redo) ? name_->isRedoAvailable()
                                                           : true;
    if (!is_text) {
      event->ignore();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void GraphEditor::add_task() {
  if (graph() == nullptr) return;
  GraphDraft next = *graph();
  const traces::TaskId added = next.add();
  change(std::move(next), added);
  enter_name();
}

void GraphEditor::remove_chosen() {
  if (graph() == nullptr) return;
  GraphDraft next = *graph();
  if (const auto edge = dock_.view().chosen_dependency()) {
    next.disconnect(*edge);
    return change(std::move(next), selected());
  }
  const std::optional<traces::TaskId> task = selected();
  if (!task) return say("Select a task or a dependency to delete it", true);
  if (next.tasks().size() == 1) return say("A graph has at least one task", true);
  next.remove(*task);
  const std::size_t last = next.tasks().size() - 1;
  change(std::move(next), traces::TaskId(std::min<std::size_t>(task->value(), last)));
}

void GraphEditor::connect_tasks(const traces::Dependency& edge) {
  if (graph() == nullptr) return;
  GraphDraft next = *graph();
  if (const auto refused = next.connect(edge.before, edge.after)) return say(qt_text(*refused), true);
  change(std::move(next), edge.after);
}

void GraphEditor::rename() {
  const std::optional<traces::TaskId> task = selected();
  const QString name = name_->text().simplified();
  if (!task) return;
  if (name.isEmpty()) return refresh();
  GraphDraft next = *graph();
  next.rename(*task, name.toStdString());
  change(std::move(next), task);
}

void GraphEditor::set_duration() {
  const std::optional<traces::TaskId> task = selected();
  if (!task) return;
  GraphDraft next = *graph();
  next.set_duration(*task, duration_->value());
  change(std::move(next), task);
}

void GraphEditor::ask_for_dependency() {
  const std::optional<traces::TaskId> task = selected();
  if (!task) return say("Select the task that others wait for", true);
  QStringList names;
  std::vector<traces::TaskId> others;
  for (std::size_t i = 0; i < graph()->tasks().size(); ++i) {
    const traces::TaskId other(i);
    if (other == *task) continue;
    QString name = qt_text(graph()->task(other).name);
    if (names.contains(name)) name += QString(" #%1").arg(i);
    names << name;
    others.push_back(other);
  }
  if (others.empty()) return say("Add a second task first", true);
  ask(window_, "dependency dialog", "Add a dependency",
      "The task that waits for " + qt_text(graph()->task(*task).name) + ":", names,
      [this, before = *task, others](std::size_t index) {
        connect_tasks({before, others[index]});
      });
}

void GraphEditor::ask_for_removed_dependency() {
  const std::optional<traces::TaskId> task = selected();
  QStringList names;
  std::vector<traces::Dependency> edges;
  for (const traces::Dependency& edge : graph()->dependencies()) {
    if (!task || (edge.before != *task && edge.after != *task)) continue;
    QString name = qt_text(graph()->dependency_text(edge));
    if (names.contains(name)) name += QString(" #%1").arg(edges.size());
    names << name;
    edges.push_back(edge);
  }
  if (edges.empty()) return say("Select a task that has a dependency", true);
  ask(window_, "dependency dialog", "Remove a dependency", "Dependency:", names,
      [this, edges](std::size_t index) {
        GraphDraft next = *graph();
        next.disconnect(edges[index]);
        change(std::move(next), selected());
      });
}

QString GraphEditor::title_mark() const {
  if (!is_modified()) return {};
  return is_new_ ? ", not saved*" : "*";
}

bool GraphEditor::ask_to_save(std::function<void()> go_on) {
  if (!asks_to_save || is_leaving_ || !is_modified()) return false;
  auto* box = named(new QMessageBox(QMessageBox::Question, "Unsaved graph", "Save changes to the graph?",
                                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_),
                    "save changes");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setDefaultButton(QMessageBox::Save);
  connect(box, &QDialog::finished, this, [this, go_on = std::move(go_on)](int answer) {
    if (answer == QMessageBox::Discard) return leave(go_on);
    if (answer != QMessageBox::Save) return;
    if (file_.empty()) return ask_for_file(go_on);
    if (save(file_)) leave(go_on);
  });
  box->open();
  return true;
}

void GraphEditor::leave(const std::function<void()>& go_on) {
  if (!go_on) return;
  is_leaving_ = true;
  go_on();
  is_leaving_ = false;
}

void GraphEditor::ask_for_file(std::function<void()> then) {
  if (graph() == nullptr) return;
  auto* dialog = named(new QFileDialog(&window_, "Save the graph"), "save graph dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setFileMode(QFileDialog::AnyFile);
  dialog->setOption(QFileDialog::DontConfirmOverwrite);  // save_as asks, about the name with its extension
  dialog->setNameFilters({"Graphviz (*.dot)", "Table (*.csv)", "Gusset trace (*.gus)"});
  dialog->selectFile(file_.empty() ? "graph" : qt_path(file_));
  connect(dialog, &QDialog::finished, this, [this, dialog, then = std::move(then)](int answer) {
    if (answer != QDialog::Accepted || dialog->selectedFiles().isEmpty()) return;
    save_as(dialog->selectedFiles().front().toStdU16String(), dialog->selectedNameFilter(), then);
  });
  dialog->open();
}

// `type` is the chosen entry of the dialog, for a name without a known extension.
void GraphEditor::save_as(std::filesystem::path path, const QString& type, std::function<void()> then) {
  if (!output_for_graph(path)) path += type.section("(*", 1).section(')', 0, 0).toStdU16String();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    if (save(path)) leave(then);
    return;
  }
  auto* box = named(new QMessageBox(QMessageBox::Warning, "Save the graph",
                                    qt_path(path.filename()) + " already exists.\nDo you want to replace it?",
                                    QMessageBox::Yes | QMessageBox::No, &window_),
                    "replace file");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  box->setDefaultButton(QMessageBox::No);
  connect(box, &QDialog::finished, this, [this, path, then = std::move(then)](int answer) {
    if (answer == QMessageBox::Yes && save(path)) leave(then);
  });
  box->open();
}

bool GraphEditor::save(const std::filesystem::path& path) {
  if (graph() == nullptr) return false;
  const auto choice = output_for_graph(path);
  if (!choice) {
    failed(path.string() + ": expected a name that ends in .dot, .csv or .gus, found another");
    return false;
  }
  const auto written = traces::write_trace(graph()->trace(), path, choice->format, choice->options);
  if (!written) {
    failed(written.error().message());
    return false;
  }
  saved_ = *graph();
  file_ = path;
  is_new_ = false;
  title_ = path.filename().string();
  const std::shared_ptr<const Document> document = session_.document();
  std::vector<std::shared_ptr<const LoadedTrace>> all = document->traces;
  all.front() = retitled(*all.front(), title_);
  session_.show(make_document(std::move(all), document->appearance, document->alignment), true);
  say("Saved " + qt_path(path), false);
  saved(path);
  return true;
}

}  // namespace gusset::viewer
