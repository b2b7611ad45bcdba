#pragma once
#include <QAbstractTableModel>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/explain/critical_path_facts.hpp"

namespace gusset::viewer {

/// Lists the tasks of the open traces' critical chains or bounds in order of time. Makes cells on demand, so
/// the cost depends on the visible rows, not on the path's length.
class PathTaskTable : public QAbstractTableModel {
 public:
  enum class Path { chain, bound };
  enum Column { name, time, waited_for, worker, start, of_trace, columns };

  using QAbstractTableModel::QAbstractTableModel;

  /// `facts[panel]` is null if they are not known.
  void show(std::shared_ptr<const Document> document,
            std::vector<std::shared_ptr<const CriticalPathFacts>> facts, Path path);

  /// The task of a row; nothing for a run without a task.
  std::optional<TaskReference> task_at(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns; }
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Place {
    std::size_t panel = 0;
    const PathTask* task = nullptr;
  };
  const std::vector<PathTask>& tasks_of(std::size_t panel) const;
  Place place_of(int row) const;
  QString text(const Place& at, int column) const;

  std::shared_ptr<const Document> document_;
  std::vector<std::shared_ptr<const CriticalPathFacts>> facts_;
  Path path_ = Path::chain;
};

}  // namespace gusset::viewer
