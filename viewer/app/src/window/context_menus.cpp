#include "window/context_menus.hpp"

#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenu>
#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/viewer/app/widgets/docks.hpp"
#include "gusset/viewer/model/document/task_query.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr double flag_reach = 6.0;  // how far from a mark's line a click still hits the mark

QString menu_text(const std::string& text) {
  return qt_text(text).replace('&', "&&");
}

void copy(const std::string& text) {
  QGuiApplication::clipboard()->setText(qt_text(text));
}

std::string time_of(std::int64_t time_ns, const Document& document) {
  return time_text(static_cast<double>(time_ns), 1.0, static_cast<double>(document.extent_ns));
}

}  // namespace

ContextMenus::ContextMenus(QMainWindow& window, Session& session, TimelineView& view, FindBar& find,
                           MarksPanel& marks)
    : window_(window), session_(session), view_(view), find_(find), marks_(marks) {
  connections_ = {view.menu_requested.connect(
      [this](const Hit& hit, QPointF at, QPoint on_screen) { show(hit, at, on_screen); })};
  marks.setContextMenuPolicy(Qt::CustomContextMenu);
  QObject::connect(&marks, &QWidget::customContextMenuRequested, &window, [this](QPoint where) {
    const int row = marks_.rowAt(where.y());
    QMenu* menu = new_menu(marks_);
    if (row >= 0) add_mark(*menu, static_cast<std::size_t>(row));
    menu->addActions(marks_.actions());  // the table's actions
    menu->popup(marks_.viewport()->mapToGlobal(where));
  });
}

QMenu* ContextMenus::new_menu(QWidget& parent) const {
  auto* menu = named(new QMenu(&parent), "context menu");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  return menu;
}

void ContextMenus::show(const Hit& hit, QPointF at, QPoint on_screen) {
  QMenu* menu = new_menu(view_);
  const std::optional<TimeRange>& range = session_.selection().state().range;
  const bool is_in_range = range && hit.axis_ns >= static_cast<double>(range->begin_ns) &&
                           hit.axis_ns <= static_cast<double>(range->end_ns) &&
                           at.x() >= view_.timeline().plot().left && hit.area != Hit::Area::overview;
  if (const std::optional<std::size_t> mark = mark_at(at)) {
    add_mark(*menu, *mark);
  } else if (hit.task) {
    session_.selection().select_task(*hit.task, hit.row, SelectionOrigin::timeline);
    add_task(*menu, *hit.task);
  }
  if (is_in_range) add_range(*menu);
  if (hit.panel && hit.place) add_row(*menu, hit);
  add_view(*menu);
  menu->popup(on_screen);
}

// The mark whose flag or line is at a point of the row of marks.
std::optional<std::size_t> ContextMenus::mark_at(QPointF at) const {
  const Timeline& timeline = view_.timeline();
  const RowMetrics& metrics = timeline.layout().metrics();
  if (!timeline.has_marks_row() || at.y() < metrics.ruler_height ||
      at.y() >= metrics.ruler_height + metrics.marks_height)
    return std::nullopt;
  const std::vector<Mark>& marks = session_.edits().marks;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    // The flag with the note is to the right of its line.
    const double x = timeline.x_from_time(0, static_cast<double>(marks[i].time_ns));
    const double reach = flag_reach * timeline.scale();
    if (at.x() >= x - reach && at.x() <= x + 3 * reach + timeline.text_width(marks[i].note)) found = i;
  }
  return found;
}

void ContextMenus::add_action(QMenu& menu, const QString& id) {
  if (auto* const action = window_.findChild<QAction*>(id)) menu.addAction(action);
}

void ContextMenus::add_task(QMenu& menu, TaskReference task) {
  const std::shared_ptr<const Document> document = session_.document();
  const LoadedTrace& loaded = document->panel(task.panel);
  const std::string& category = document->colours.category_name(task.panel, loaded.category(task.task));
  const std::string type = traces::type_name(*loaded.trace, task.task);
  add_action(menu, "why");
  named(menu.addAction("&Zoom to this task",
                       [this, task] {
                         const std::shared_ptr<const Document> shown = session_.document();
                         if (!shown->has(task)) return;
                         if (const auto range = shown->range_of(task))
                           view_.show_range(shown->on_axis(task.panel, *range));
                       }),
        "zoom to task");
  menu.addSeparator();
  named(menu.addAction("Show &only " + menu_text(category),
                       [this, category] {
                         session_.set_appearance(
                             isolated(session_.appearance(), session_.document()->colours.names(), category));
                       }),
        "only this type");
  named(
      menu.addAction("&Hide " + menu_text(category),
                     [this, category] { session_.set_appearance(toggled(session_.appearance(), category)); }),
      "hide this type");
  if (const std::optional<std::string> quoted = in_quotes(type)) {
    named(menu.addAction("&Find all " + menu_text(type),
                         [this, quoted] { find_.find("type=" + qt_text(*quoted)); }),
          "find this type");
  }
  add_action(menu, "next of type");
  menu.addSeparator();
  const std::string name = task_name(loaded, task.task);
  named(menu.addAction("&Copy “" + menu_text(name) + "”", [name] { copy(name); }), "copy task name");
  add_action(menu, "mark");
  menu.addSeparator();
}

void ContextMenus::add_row(QMenu& menu, const Hit& hit) {
  const std::size_t panel = *hit.panel;
  const ShownRow row = view_.timeline().arrangement(panel).rows()[*hit.place];
  const LoadedTrace& loaded = session_.document()->panel(panel);
  if (!row.folded) {
    named(menu.addAction(row.pinned ? "Un&pin" : "&Pin to the top",
                         [this, panel, row] {
                           view_.pin({{panel, row.rows.front()}}, !row.pinned);
                         }),
          "pin this row");
  }
  if (view_.timeline().pinned_rows() > 1) add_action(menu, "unpin rows");
  if (loaded.node_row_counts.size() > 1) {
    const std::string node = loaded.trace->nodes[row.node.value()].name;
    named(menu.addAction((row.folded ? "&Unfold " : "&Fold ") + menu_text(node),
                         [this, panel, row] { view_.fold(panel, row.node, !row.folded); }),
          "fold this node");
    named(menu.addAction("Show only rows of &node " + menu_text(node),
                         [this, node] { view_.filter_rows(node); }),
          "only this node");
  }
  if (!row.folded) {
    named(menu.addAction("Show only rows named “" + menu_text(row.label) + "”",
                         [this, name = row.label] { view_.filter_rows(name); }),
          "only this row");
  }
  named(menu.addAction("Copy the row's name", [name = row.label] { copy(name); }), "copy row name");
  add_action(menu, "rows by busy share");
  if (view_.timeline().arrangement(panel).hidden_rows() > 0) add_action(menu, "all rows");
  menu.addSeparator();
}

void ContextMenus::add_range(QMenu& menu) {
  named(menu.addAction("Zoom to the selected &range",
                       [this] {
                         if (const auto& range = session_.selection().state().range) view_.show_range(*range);
                       }),
        "zoom to range");
  add_action(menu, "statistics");
  named(menu.addAction("Clear the selected range",
                       [this] { session_.selection().clear_range(SelectionOrigin::command); }),
        "clear range");
  menu.addSeparator();
}

void ContextMenus::add_mark(QMenu& menu, std::size_t mark) {
  const std::vector<Mark>& marks = session_.edits().marks;
  if (mark >= marks.size()) return;
  const Mark at = marks[mark];
  const auto place = [this, at]() -> std::optional<std::size_t> {
    const std::vector<Mark>& now = session_.edits().marks;
    const auto found = std::find(now.begin(), now.end(), at);
    if (found == now.end()) return std::nullopt;
    return static_cast<std::size_t>(found - now.begin());
  };
  named(menu.addAction("&Go to this mark", [this, at] { view_.centre_on(at.time_ns); }), "go to mark");
  named(menu.addAction("&Edit the note…",
                       [this, at] {
                         bring_to_front(window_.findChild<QDockWidget*>("Marks"));
                         marks_.write_note_at(at.time_ns);
                       }),
        "edit mark");
  const std::string text = time_of(at.time_ns, *session_.document()) + (at.note.empty() ? "" : " " + at.note);
  named(menu.addAction("&Copy “" + menu_text(text) + "”", [text] { copy(text); }), "copy mark");
  named(menu.addAction("&Remove this mark",
                       [this, place] {
                         if (const auto found = place())
                           session_.edit(without_mark(session_.edits(), *found));
                       }),
        "remove mark");
  menu.addSeparator();
}

void ContextMenus::add_view(QMenu& menu) {
  add_action(menu, "fit");
  add_action(menu, "undo zoom");
  add_action(menu, "export");
}

}  // namespace gusset::viewer
