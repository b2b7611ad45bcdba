#include "gusset/viewer/app/timeline/alignment_menu.hpp"

#include <QAction>
#include <QMenu>
#include <QStringList>
#include <algorithm>
#include <utility>

#include "gusset/viewer/app/widgets/messages.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

using traces::AlignAt;

QString alignment_text(AlignAt at) {
  switch (at) {
    case AlignAt::recorded:
      return "Times as recorded, from each trace's start";
    case AlignAt::first_task:
      return "Aligned at each trace's first task";
    case AlignAt::end:
      return "Aligned at the traces' ends";
    case AlignAt::task:
      break;
  }
  return "Aligned at the task";
}

}  // namespace

AlignmentMenu::AlignmentMenu(QMainWindow& window, Actions& actions, Session& session,
                             Comparisons& comparisons, QMenu& menu)
    : window_(window), session_(session), comparisons_(comparisons) {
  QMenu* const here = menu.addMenu("&Align traces");
  here->setObjectName("align traces");
  const auto place = [&](const QString& text, const QString& id, AlignAt at) {
    const auto align = [this, at] { align_at(at); };
    places_.emplace_back(at, actions.add_checkable(*here, text, id, {}, align, Actions::Needs::nothing));
  };
  place("As &recorded", "align as recorded", AlignAt::recorded);
  place("At their &first tasks", "align starts", AlignAt::first_task);
  place("At their &ends", "align ends", AlignAt::end);
  place("At the selected &task", "align at task", AlignAt::task);
  here->addSeparator();
  own_scales_ = actions.add_checkable(
      *here, "Give each trace its &own time scale", "own scales", "Shift+X",
      [this] {
        traces::Alignment next = session_.alignment();
        next.own_scales = !next.own_scales;
        session_.align(std::move(next));
      },
      Actions::Needs::nothing);
  next_ =
      actions.add_always(*here, "&Next alignment", "next alignment", "Shift+A", [this] { align_at_next(); });
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  session.settings_changed.connect([this] { refresh(); }),
                  comparisons.changed.connect([this] { resume(); })};
  refresh();
}

void AlignmentMenu::refresh() {
  const bool several = session_.document()->traces.size() > 1;
  for (const auto& [at, action] : places_) {
    action->setEnabled(several);
    action->setChecked(at == session_.alignment().at);
  }
  own_scales_->setEnabled(several);
  own_scales_->setChecked(session_.alignment().own_scales);
  next_->setEnabled(several);
}

void AlignmentMenu::align_at(AlignAt at) {
  pending_.reset();
  if (at == AlignAt::task) {
    align_at_selected_task(false);
  } else {
    traces::Alignment next = session_.alignment();
    next.at = at;
    next.tasks.clear();
    session_.align(std::move(next));
    say(window_, alignment_text(at));
  }
  refresh();
}

void AlignmentMenu::align_at_selected_task(bool or_recorded) {
  const std::optional<TaskReference> task = session_.selection().state().task();
  if (task && session_.document()->range_of(*task)) {
    align_at_task(*task, or_recorded);
  } else if (or_recorded) {
    align_at(AlignAt::recorded);
  } else {
    say(window_, "Select a task first: the traces are aligned at its start");
  }
}

void AlignmentMenu::align_at_task(TaskReference task, bool or_recorded) {
  const std::shared_ptr<const Document> document = session_.document();
  traces::Alignment next{AlignAt::task, session_.alignment().own_scales, {}};
  next.tasks.resize(document->traces.size());
  QStringList unmatched;
  bool all_known = true;
  for (std::size_t panel = 0; panel < document->traces.size(); ++panel) {
    if (panel == task.panel) {
      next.tasks[panel] = task.task;
    } else if (!comparisons_.knows_matches(std::min(panel, task.panel), std::max(panel, task.panel))) {
      all_known = false;  // the search for it has started
    } else if (const auto match = comparisons_.match(task, panel); match && document->range_of(*match)) {
      next.tasks[panel] = match->task;
    } else {
      unmatched << qt_text(document->panel(panel).name());
    }
  }
  if (!all_known) {
    pending_ = PendingAlignment{task, or_recorded};
    return say(window_, "Looking for the task in the other traces…");
  }
  const bool is_alone = unmatched.size() + 1 == static_cast<qsizetype>(document->traces.size());
  if (is_alone) {
    if (or_recorded) align_at(AlignAt::recorded);
    return say(window_, or_recorded ? "No other trace has the selected task: aligned as recorded"
                                    : "No other trace has this task: nothing to align");
  }
  session_.align(std::move(next));
  QString text = "Aligned at the start of " + qt_text(task_name(document->panel(task.panel), task.task));
  if (!unmatched.isEmpty()) text += "; as recorded, without this task: " + unmatched.join(", ");
  say(window_, text);
}

void AlignmentMenu::resume() {
  if (!pending_) return;
  const PendingAlignment pending = *std::exchange(pending_, std::nullopt);
  if (session_.document()->has(pending.task)) align_at_task(pending.task, pending.or_recorded);
  refresh();
}

// Steps through the alignments. The task's step exists only while a task is selected.
void AlignmentMenu::align_at_next() {
  switch (session_.alignment().at) {
    case AlignAt::recorded:
      return align_at(AlignAt::first_task);
    case AlignAt::first_task:
      return align_at(AlignAt::end);
    case AlignAt::end:
      pending_.reset();
      align_at_selected_task(true);
      return refresh();
    case AlignAt::task:
      return align_at(AlignAt::recorded);
  }
}

}  // namespace gusset::viewer
