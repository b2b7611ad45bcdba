#pragma once
#include <QAbstractTableModel>
#include <memory>

#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/explain/playback_facts.hpp"

namespace gusset::viewer {

/// The base of the player's two tables. Makes cells on demand, so the cost depends on the visible rows, not
/// on the table's length.
class PlaybackTable : public QAbstractTableModel {
 public:
  PlaybackTable(QStringList headings, QObject* parent)
      : QAbstractTableModel(parent), headings_(std::move(headings)) {}

  /// Shows another trace, or none. `facts` belong to that trace.
  void show_trace(std::shared_ptr<const Document> document, std::size_t panel, const PlaybackFacts* facts);
  /// Shows another moment of the same trace.
  void show_moment(std::shared_ptr<const PlaybackMoment> moment);

  bool has_facts() const { return facts_.schedule != nullptr && moment_ != nullptr; }
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 protected:
  virtual std::size_t rows() const = 0;
  const LoadedTrace& loaded() const { return document_->panel(panel_); }
  QColor colour_of(traces::TaskId task) const;

  std::shared_ptr<const Document> document_;
  std::size_t panel_ = 0;
  PlaybackFacts facts_;
  std::shared_ptr<const PlaybackMoment> moment_;

 private:
  QStringList headings_;
};

/// Lists each worker with its running task and the ready tasks that it will run.
class WorkerTable : public PlaybackTable {
 public:
  explicit WorkerTable(QObject* parent);
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 protected:
  std::size_t rows() const override { return loaded().trace->workers.size(); }
};

/// Lists each handle with its version, its number of writes, its last writer and its current users.
class HandleTable : public PlaybackTable {
 public:
  explicit HandleTable(QObject* parent);
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 protected:
  std::size_t rows() const override { return facts_.handles->known() ? loaded().trace->handles.size() : 0; }
};

}  // namespace gusset::viewer
