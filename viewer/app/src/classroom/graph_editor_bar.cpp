// The controls and the actions of the graph editor.
#include "gusset/viewer/app/classroom/graph_editor.hpp"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/model/what_if/what_if.hpp"
#include "widgets/policy_box.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr double min_duration_ms = 0.001;
constexpr double max_duration_ms = 1e6;
constexpr int longest_name = 40;  // characters; traces do not show longer names

// Shows "2.5 ms" instead of "2.500 ms", and also takes other units, as in "250us".
class DurationBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override { return QString::number(value, 'g', 9); }
  double valueFromText(const QString& text) const override { return milliseconds(text).value_or(value()); }
  QValidator::State validate(QString& text, int&) const override {
    const std::optional<double> typed_ms = milliseconds(text);
    return typed_ms && *typed_ms >= minimum() && *typed_ms <= maximum() ? QValidator::Acceptable
                                                                        : QValidator::Intermediate;
  }

 private:
  // The suffix stays behind what is typed before it.
  std::optional<double> milliseconds(QString text) const {
    if (text.endsWith(suffix())) text.chop(suffix().size());
    text = text.trimmed();
    bool is_number = false;
    if (const double number_ms = text.toDouble(&is_number); is_number) return number_ms;
    const std::optional<std::int64_t> typed_ns = parse_duration_ns(text.toStdString());
    return typed_ns ? std::optional(static_cast<double>(*typed_ns) * 1e-6) : std::nullopt;
  }
};

}  // namespace

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
  name_->setMaxLength(longest_name);
  name_->setToolTip(
      "The first word is the task's type, and chooses its colour. A single word gets a number. (F2)");
  duration_ = named(new DurationBox, "graph task duration");
  duration_->setProperty(takes_units, true);
  duration_->setRange(min_duration_ms, max_duration_ms);
  duration_->setDecimals(3);
  duration_->setSuffix(" ms");
  duration_->setKeyboardTracking(false);
  duration_->setToolTip("The duration of the selected task, in ms or with its unit, as in 250us (F4)");
  add(*of_task, "Task", name_);
  add(*of_task, "takes", duration_);
  workers_ = named(new QSpinBox, "graph workers");
  workers_->setRange(1, static_cast<int>(max_threads));
  workers_->setValue(static_cast<int>(workers_of_graphs));
  workers_->setKeyboardTracking(false);
  policy_ = new PolicyBox("graph policy");
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
  for (QLineEdit* field : {name_, duration_->findChild<QLineEdit*>(), workers_->findChild<QLineEdit*>()})
    connect(field, &QLineEdit::returnPressed, this, [this] { dock_.view().setFocus(); });  // its keys go on
  connect(duration_, &QDoubleSpinBox::valueChanged, this, [this] { set_duration(); });
  const auto change_machine = [this] {
    machine_changed(static_cast<unsigned>(workers_->value()), policy_->currentText().toStdString());
    play();
  };
  connect(workers_, &QSpinBox::valueChanged, this, change_machine);
  connect(policy_, &QComboBox::activated, this, change_machine);
}

void GraphEditor::add_actions(Actions& actions) {
  QMenu& file = actions.menu("File");
  actions.add(
      file, "&New graph", "new graph", "Ctrl+N", [this] { start_new(); }, Actions::Needs::nothing,
      Actions::after(file, "add"));
  QAction* save = actions.add(
      file, "Save the gra&ph", "save graph", "Ctrl+S", [this] { save_file({}); }, Actions::Needs::nothing,
      Actions::after(file, "export graph"));
  QAction* save_as = actions.add(
      file, "Save the graph as…", "save graph as", "Ctrl+Shift+S", [this] { ask_for_file({}); },
      Actions::Needs::nothing, Actions::after(file, "save graph"));
  QMenu& menu = *actions.menu("Edit").addMenu("Task &graph");
  menu.setObjectName("task graph menu");
  edit_ = actions.add_always(menu, "&Edit the open graph", "edit graph", "F8", [this] { edit_open(); });
  menu.addSeparator();
  const auto add = [&](const QString& text, const QString& id, const QString& key, auto run) {
    QAction* action = actions.add_always(menu, text, id, key, [this, run = std::move(run)] {
      take_typed();
      run();
    });
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
  menu.addSeparator();
  QAction* arranged = add("Arra&nge the tasks", "arrange tasks", "Ctrl+Shift+A", [this] { arrange(); });
  actions_.insert(actions_.end(), {save, save_as});
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
  QWidget* before = &dock_.view();  // where Return in a field leads
  for (QWidget* next : std::initializer_list<QWidget*>{
           name_, duration_, button(*buttons, 0, task, "Add task"),
           button(*buttons, 1, dependency, "Add dependency…"), button(*buttons, -1, remove, "Delete"),
           workers_, policy_, button(*saves, -1, arranged, "Arrange"), button(*saves, -1, save, "Save")})
    setTabOrder(std::exchange(before, next), next);
  edit_button_ = named(new QToolButton, "graph edit this graph");
  edit_->setIconText("Edit this graph");
  edit_button_->setDefaultAction(edit_);
  edit_button_->setToolTip("Add and delete tasks and dependencies, and set durations");
  edit_button_->setFocusPolicy(Qt::TabFocus);
  dock_.add_choice(*edit_button_);
  refresh();
}

}  // namespace gusset::viewer
