#pragma once
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <optional>
#include <vector>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"
#include "gusset/viewer/model/state/saved_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QMainWindow;

namespace gusset::viewer {

/// Brings back how a trace was shown when it was open last, and keeps how it is shown now: beside the first
/// trace, or in the user's folder where that can't be written. Nothing is written as long as nothing was
/// changed.
class ViewKeeper : public QObject {
 public:
  ViewKeeper(QMainWindow& window, Session& session, TimelineView& view, Arrows& arrows, JobRunner& jobs);

  /// Keeps the views of traces that are opened from now on.
  void start();
  /// Writes what has not been written yet, before this returns.
  void flush();
  /// Traces in this folder are not worth it.
  void except(std::filesystem::path folder) { except_ = std::move(folder); }

 private:
  void document_changed(bool keep_view);
  void view_changed();
  struct Looked {
    std::vector<std::string> checksums;
    std::optional<SavedView> view;
    std::string told;
  };
  static Looked look(const std::vector<std::filesystem::path>& paths);
  void looked(const Looked& looked, bool may_restore, const TimeAxis& axis);
  bool is_known(const Document& document) const;
  void write();

  QMainWindow& window_;
  Session& session_;
  TimelineView& view_;
  Arrows& arrows_;
  JobRunner& jobs_;
  std::filesystem::path except_;
  std::vector<std::shared_ptr<const traces::Trace>> traces_;  // of the document that is known
  std::filesystem::path first_;                               // its first file
  std::vector<std::string> checksums_;                        // empty: not known (yet)
  SavedView written_;
  std::optional<SavedView> pending_;
  QTimer soon_;
  Connections connections_;
};

}  // namespace gusset::viewer
