#include "playback_tables.hpp"

#include <QFont>
#include <algorithm>
#include <limits>

#include "gusset/traces/model/names.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

enum WorkerColumn { worker_name, worker_running, worker_ready };
enum HandleColumn { handle_name, handle_version, handle_writes, handle_uses };

}  // namespace

void PlaybackTable::show_trace(std::shared_ptr<const Document> document, std::size_t panel,
                               const PlaybackFacts* facts) {
  beginResetModel();
  document_ = std::move(document);
  panel_ = panel;
  facts_ = facts == nullptr ? PlaybackFacts() : *facts;
  moment_.reset();
  endResetModel();
}

void PlaybackTable::show_moment(std::shared_ptr<const PlaybackMoment> moment) {
  const bool had_rows = moment_ != nullptr;
  if (!had_rows) beginResetModel();
  moment_ = std::move(moment);
  if (!had_rows) {
    endResetModel();
  } else if (rowCount() > 0) {
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  }
}

int PlaybackTable::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || !has_facts()) return 0;
  return static_cast<int>(std::min<std::size_t>(rows(), std::numeric_limits<int>::max()));
}

int PlaybackTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(headings_.size());
}

QVariant PlaybackTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return headings_[section];
}

QColor PlaybackTable::colour_of(traces::TaskId task) const {
  const traces::Colour colour = document_->colours.of_categories(panel_)[loaded().category(task)];
  return {colour.red, colour.green, colour.blue};
}

WorkerTable::WorkerTable(QObject* parent)
    : PlaybackTable({"Worker", "Running", "Ready, runs here later"}, parent) {}

QVariant WorkerTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && section == worker_ready)
    return "Tasks that are ready now and run on this worker later. Which queue they wait in depends on the "
           "policy.";
  return PlaybackTable::headerData(section, orientation, role);
}

QVariant WorkerTable::data(const QModelIndex& index, int role) const {
  if (!has_facts()) return {};
  if (role == Qt::ToolTipRole) return plain_tooltip(data(index, Qt::DisplayRole).toString());
  const traces::WorkerId worker(static_cast<std::size_t>(index.row()));
  const traces::TaskId running = moment_->running(worker);
  if (role == Qt::DecorationRole && index.column() == worker_running && !running.is_none())
    return colour_swatch(colour_of(running));
  if (role != Qt::DisplayRole) return {};
  if (index.column() == worker_name) return qt_text(traces::worker_place(*loaded().trace, worker));
  if (index.column() == worker_running) return qt_text(running_text(loaded(), *moment_, worker));
  return qt_text(ready_text(loaded(), *facts_.schedule, worker, moment_->time_ns()));
}

HandleTable::HandleTable(QObject* parent)
    : PlaybackTable({"Data", "Version", "Written", "In use by"}, parent) {}

QVariant HandleTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::ToolTipRole && section == handle_version)
    return "Incremented by each completed access, including reads";
  return PlaybackTable::headerData(section, orientation, role);
}

QVariant HandleTable::data(const QModelIndex& index, int role) const {
  if (!has_facts()) return {};
  if (role == Qt::ToolTipRole) return plain_tooltip(data(index, Qt::DisplayRole).toString());
  const traces::HandleId handle(static_cast<std::size_t>(index.row()));
  const auto& uses = moment_->uses(handle);
  if (role == Qt::FontRole && !uses.empty() && index.column() != handle_writes) {
    QFont bold;
    bold.setBold(true);
    return bold;
  }
  if (role == Qt::DecorationRole && index.column() == handle_uses && !uses.empty())
    return colour_swatch(colour_of(uses.front().task));
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case handle_name:
      return qt_text(traces::handle_name(*loaded().trace, handle));
    case handle_version:
      return QString("%1 of %2")
          .arg(facts_.handles->at(handle, moment_->time_ns()).version)
          .arg(facts_.handles->last(handle).version);
    case handle_writes: {
      const traces::HandleState state = facts_.handles->at(handle, moment_->time_ns());
      if (state.last_writer.is_none()) return "not yet";
      return QString(state.writes == 1 ? "%1 time, by %2" : "%1 times, last by %2")
          .arg(state.writes)
          .arg(qt_text(task_name(loaded(), state.last_writer)));
    }
    default:
      return qt_text(uses_text(loaded(), *moment_, handle));
  }
}

}  // namespace gusset::viewer
