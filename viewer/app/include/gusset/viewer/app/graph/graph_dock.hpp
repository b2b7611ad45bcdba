#pragma once
#include <QDockWidget>
#include <optional>
#include <utility>
#include <vector>

#include "gusset/viewer/app/graph/graph_view.hpp"
#include "gusset/viewer/app/timeline/timeline_view.hpp"

class QComboBox;
class QToolButton;

namespace gusset::viewer {

/// The dock "Task graph": the graph's view below what chooses trace, kind and folding. Joins the view with
/// the session and with the timeline's pointer, whose time is the graph's.
class GraphDock : public QDockWidget {
 public:
  GraphDock(Session& session, TimelineView& timeline, QWidget* parent = nullptr);

  GraphView& view() { return *view_; }
  GraphSession& graph() { return graph_; }

  /// Where a schedule that is played has come to: goes before the pointer. Nothing where none is played.
  void set_playback(std::optional<std::int64_t> time_ns);

  /// Draws by tasks or by data; false where `name` is neither.
  bool show_by(const QString& name);
  /// Folds by one of what the trace can be folded by; false where it is none of that.
  bool fold_by(const QString& name);

  /// Keys and mouse, with what they do.
  static std::vector<std::pair<QString, QString>> key_help();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_document(bool keep_view);
  void offer();
  void find_time();
  std::optional<std::int64_t> own_time_at(double x) const;

  Session& session_;
  TimelineView& timeline_;
  GraphSession graph_;
  GraphView* view_ = nullptr;
  QComboBox* trace_ = nullptr;
  QComboBox* by_ = nullptr;
  QComboBox* fold_ = nullptr;
  QToolButton* fold_all_ = nullptr;
  bool was_shown_ = false;                  ///< before, so that its size is somebody's choice
  std::optional<std::int64_t> pointed_ns_;  ///< in the timeline
  std::optional<std::int64_t> played_ns_;
  Connections connections_;
};

}  // namespace gusset::viewer
