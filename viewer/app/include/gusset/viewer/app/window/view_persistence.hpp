#pragma once
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/state/saved_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QMainWindow;

namespace gusset::viewer {

/// Saves how a trace is shown and restores it when the trace is opened again. Saves beside the first trace,
/// or in the user's state folder if that place is not writable. Writes nothing until something changes.
class ViewPersistence : public QObject {
 public:
  ViewPersistence(QMainWindow& window, Session& session, TimelineView& view, Arrows& arrows, JobRunner& jobs);

  /// Saves and restores the views of all traces opened from now on.
  void start();
  /// Saves the view again for files that were rewritten with the same traces.
  void files_rewritten();
  /// Writes all pending changes before it returns.
  void flush();
  /// Excludes documents that contain a file for which `is_excluded` returns true.
  void exclude(std::function<bool(const std::filesystem::path&)> is_excluded) {
    is_excluded_ = std::move(is_excluded);
  }

 private:
  void document_changed(bool keep_view);
  void view_changed();
  struct StoredView {
    std::vector<std::string> checksums;
    std::optional<SavedView> view;
    std::string note;  // why a view file was ignored; empty if none was
  };
  static StoredView read_stored(const std::vector<std::filesystem::path>& paths);
  void apply(const StoredView& stored, bool may_restore, const TimeAxis& axis);
  bool is_known(const Document& document) const;
  void write();

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  Arrows& arrows_;
  JobRunner& jobs_;
  std::function<bool(const std::filesystem::path&)> is_excluded_;
  std::vector<std::shared_ptr<const traces::Trace>> traces_;  // the known document's traces
  std::filesystem::path first_;                               // the document's first file
  std::vector<std::string> checksums_;                        // empty while unknown
  SavedView written_;
  std::optional<SavedView> pending_;
  QTimer soon_;
  Connections connections_;
};

}  // namespace gusset::viewer
