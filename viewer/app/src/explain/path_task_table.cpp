#include "path_task_table.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "gusset/base/numbers.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

constexpr double start_parts = 100'000.0;  // start times are exact to this fraction of the shared axis
constexpr const char* waited_for_tooltip =
    "What held the task up: the task above, as a dependency, by its submission or on the same worker; then "
    "what it waited for until it began";

QVariant alignment_of(int column) {
  const bool is_number = column == PathTaskTable::start || column == PathTaskTable::time;
  return QVariant(Qt::AlignVCenter | (is_number ? Qt::AlignRight : Qt::AlignLeft));
}

}  // namespace

void PathTaskTable::show(std::shared_ptr<const Document> document,
                         std::vector<std::shared_ptr<const CriticalPathFacts>> facts, Path path) {
  if (document_ != nullptr && facts_ == facts && path_ == path) {  // only colours or names may have changed
    document_ = std::move(document);
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
    return;
  }
  beginResetModel();
  document_ = std::move(document);
  facts_ = std::move(facts);
  path_ = path;
  endResetModel();
}

const std::vector<PathTask>& PathTaskTable::tasks_of(std::size_t panel) const {
  static const std::vector<PathTask> none;
  if (facts_[panel] == nullptr) return none;
  return path_ == Path::chain ? facts_[panel]->tasks.chain : facts_[panel]->tasks.bound;
}

PathTaskTable::Place PathTaskTable::place_of(int row) const {
  if (row < 0) return {};
  auto left = static_cast<std::size_t>(row);
  for (std::size_t panel = 0; panel < facts_.size(); ++panel) {
    const std::vector<PathTask>& tasks = tasks_of(panel);
    if (left < tasks.size()) return {panel, &tasks[left]};
    left -= tasks.size();
  }
  return {};
}

std::optional<TaskReference> PathTaskTable::task_at(int row) const {
  const Place place = place_of(row);
  if (place.task == nullptr || place.task->task.is_none()) return std::nullopt;
  return TaskReference{place.panel, place.task->task};
}

int PathTaskTable::rowCount(const QModelIndex& parent) const {
  if (parent.isValid()) return 0;
  std::size_t rows = 0;
  for (std::size_t panel = 0; panel < facts_.size(); ++panel) rows += tasks_of(panel).size();
  return static_cast<int>(std::min<std::size_t>(rows, std::numeric_limits<int>::max()));
}

QVariant PathTaskTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return alignment_of(section);
  if (role == Qt::ToolTipRole && section == waited_for) return waited_for_tooltip;
  if (role != Qt::DisplayRole) return {};
  static const QStringList headings{"Task", "Time", "Waited for", "Worker", "Start", "Trace"};
  return headings.value(section);
}

QString PathTaskTable::text(const Place& at, int column) const {
  const LoadedTrace& loaded = document_->panel(at.panel);
  const PathTask& row = *at.task;
  switch (column) {
    case of_trace:
      return qt_text(panel_name(*document_, at.panel));
    case name:
      return qt_text(path_task_name(loaded, row.task));
    case worker:
      return qt_text(path_task_place(loaded, row.task));
    case start: {
      if (row.begin_ns == traces::unknown_time) return "–";
      const auto largest_ns = static_cast<double>(std::max<std::int64_t>(1, document_->extent_ns));
      return qt_text(
          time_text(static_cast<double>(row.begin_ns), std::max(1.0, largest_ns / start_parts), largest_ns));
    }
    case time:
      return qt_text(duration_text_ns(row.duration_ns));
    default:
      return qt_text(waited_for_text(row, facts_[at.panel]->chain.links()));
  }
}

QVariant PathTaskTable::data(const QModelIndex& index, int role) const {
  const Place at = place_of(index.row());
  if (!index.isValid() || at.task == nullptr) return {};
  if (role == Qt::TextAlignmentRole) return alignment_of(index.column());
  if (role == Qt::DecorationRole && index.column() == name && !at.task->task.is_none()) {
    const std::size_t category = document_->panel(at.panel).category(at.task->task);
    return colour_swatch(qt_colour(document_->colours.of_categories(at.panel)[category]));
  }
  if (role == Qt::DisplayRole) return text(at, index.column());
  if (role == Qt::ToolTipRole) return plain_tooltip(text(at, index.column()));
  return {};
}

}  // namespace gusset::viewer
