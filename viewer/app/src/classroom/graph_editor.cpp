#include "gusset/viewer/app/classroom/graph_editor.hpp"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "gusset/traces/exchange/write_trace.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/viewer/app/widgets/choice_dialog.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/graph/placed_scene.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* gestures =
    "Drag from task to task: draw a dependency. Double-click: add or rename a task. Del: delete.";

// Asks for one of several texts and passes its index. `proposed` is the index of the text chosen at first.
void ask(QWidget& window, const QString& title, const QString& label, const QStringList& texts,
         qsizetype proposed, std::function<void(std::size_t)> chosen) {
  named(new ChoiceDialog(window, title, label, texts, static_cast<int>(proposed), std::move(chosen)),
        "dependency dialog")
      ->open();
}

}  // namespace

GraphEditor::GraphEditor(QMainWindow& window, Session& session, GraphDock& dock, WhatIfPanel& what_if)
    : QWidget(&dock), window_(window), session_(session), dock_(dock), what_if_(what_if) {
  setObjectName("graph editor");
  make_bar();
  say(gestures, false);
  dock.add_bar(*this);
  hide();
  GraphView& view = dock.view();
  connections_ = {
      session.graph_edited.connect([this] { show_edited(); }),
      session.document_changed.connect([this] { refresh(); }),
      session.selection().changed.connect([this] { refresh(); }),
      view.dependency_drawn.connect([this](const traces::Dependency& edge) { connect_tasks(edge); }),
      view.task_wanted.connect([this](const traces::ScenePoint& place) { add_task(place); }),
      view.task_entered.connect([this](traces::TaskId task) {
        if (graph() == nullptr) {
          if (edit_ != nullptr && edit_->isEnabled())
            viewer::say(window_, "Press “Edit this graph”, above the graph, to change it");
          return;
        }
        select(task);
        enter_name();
      }),
      what_if.machine_changed.connect([this](unsigned workers, const std::string& policy) {
        if (graph() == nullptr) return;
        set_machine(workers, policy);
        machine_changed(workers, policy);
      }),
      what_if.runner().failed.connect([this](const std::string& why) {
        if (graph() != nullptr) say(qt_text(why), true);
      })};
}

void GraphEditor::start_new() {
  if (ask_to_save([this] { start_new(); })) return;
  is_new_ = true;
  begin(GraphDraft::with_one_task(), "New graph", {});
}

void GraphEditor::edit_open() {
  const std::shared_ptr<const Document> document = session_.document();
  if (document->empty() || !document->panel(0).is_graph_only())
    return failed("graph: expected a task graph that has not run as the top trace, found a run");
  if (graph() != nullptr) return;
  Result<GraphDraft> draft = GraphDraft::of(*document->panel(0).trace);
  if (!draft) return failed(draft.error().message());
  is_new_ = false;
  if (newest_schedule(*document)) set_machine(what_if_.wanted().threads, what_if_.wanted().policy);
  begin(std::move(draft).value(), document->panel(0).name(), own_file_of(document->panel(0)));
}

void GraphEditor::set_machine(unsigned workers, const std::string& policy) {
  const QSignalBlocker quiet(workers_);
  workers_->setValue(static_cast<int>(workers));
  policy_->setCurrentText(qt_text(policy));  // `activated` reports only the user's changes
}

void GraphEditor::begin(GraphDraft graph, std::string title, std::filesystem::path file) {
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
  file_ = std::move(file);
  session_.build(std::make_shared<const GraphDraft>(std::move(graph)), make_document({first}, appearance));
  dock_.hide();  // the dock shown last is in front of the docks that share its place
  dock_.show();
  say(gestures, false);
  select(traces::TaskId(0));
  play();
  QTimer::singleShot(0, &dock_, [this] {  // after the layout is done
    dock_.raise();
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
  // A kept schedule may be of another graph.
  const traces::Trace& trace = *session_.document()->panel(task->panel).trace;
  if (traces::task_name(trace, task->task) != graph()->task(task->task).name) return std::nullopt;
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

// A task that the user puts somewhere stays there, and so do the others, until arrange() is called. As long
// as the layout chooses the places, it also chooses that of a task that comes from a key or button.
void GraphEditor::add_task(std::optional<traces::ScenePoint> at) {
  if (graph() == nullptr) return;
  GraphDraft next = *graph();
  const GraphDrawing* const drawing = dock_.graph().drawing();
  const std::vector<traces::ScenePoint> shown = drawing != nullptr
                                                    ? middles_of_tasks(*drawing->scene, next.tasks().size())
                                                    : std::vector<traces::ScenePoint>();
  if (at && !shown.empty() && next.places().empty()) next.place(shown);
  const std::vector<traces::ScenePoint> places = next.places();
  std::optional<traces::ScenePoint> wanted;
  if (!places.empty()) wanted = places[selected().value_or(traces::TaskId(places.size() - 1)).value()];
  if (wanted && at && !shown.empty())
    wanted = {at->x + places[0].x - shown[0].x, at->y + places[0].y - shown[0].y};
  const traces::TaskId added = wanted ? next.add_at(*wanted) : next.add();
  change(std::move(next), added);
  enter_name();
}

void GraphEditor::arrange() {
  if (graph() != nullptr) change(graph()->unplaced(), selected());
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
  const traces::TaskId after = next.dependencies().back().after;
  change(std::move(next), after);
}

void GraphEditor::rename() {
  const std::optional<traces::TaskId> task = selected();
  const QString name = name_->text().simplified();
  if (!task) return;
  if (name.isEmpty()) return refresh();
  GraphDraft next = *graph();
  next.rename(*task, name.toStdString());
  change(std::move(next), task);
  refresh();  // the task's name may have a number that was not typed
}

void GraphEditor::take_typed() {
  if (graph() == nullptr) return;
  if (name_->isModified()) rename();
  duration_->interpretText();
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
    names << qt_text(graph()->task(other).name);
    others.push_back(other);
  }
  if (others.empty()) return say("Add a second task first", true);
  GraphDraft trial = *graph();
  const auto possible = std::ranges::find_if(
      others, [&](traces::TaskId other) { return !trial.connect(*task, other).has_value(); });
  ask(window_, "Add a dependency", "The task that waits for " + qt_text(graph()->task(*task).name) + ":",
      names, possible == others.end() ? 0 : possible - others.begin(),
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
    names << qt_text(graph()->dependency_text(edge));
    edges.push_back(edge);
  }
  if (edges.empty()) return say("Select a task that has a dependency", true);
  ask(window_, "Remove a dependency", "Dependency:", names, 0, [this, edges](std::size_t index) {
    GraphDraft next = *graph();
    next.disconnect(edges[index]);
    change(std::move(next), selected());
  });
}

}  // namespace gusset::viewer
