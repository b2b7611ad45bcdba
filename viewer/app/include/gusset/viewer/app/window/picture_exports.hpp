#pragma once
#include <QString>
#include <functional>

#include "gusset/viewer/app/graph/graph_dock.hpp"
#include "gusset/viewer/app/what_if/speedup_panel.hpp"
#include "gusset/viewer/app/what_if/sweep_view.hpp"
#include "gusset/viewer/app/window/picture_dialog.hpp"
#include "gusset/viewer/model/explain/arrows.hpp"

namespace gusset::viewer {

/// Exports the open traces, the shown sweep, the task graph or the speedup as a figure. Reports success in
/// the status bar and errors through the `failed` signal of `jobs`.
class PictureExports {
 public:
  PictureExports(QMainWindow& window, JobRunner& jobs, Session& session, TimelineView& view, GraphDock& graph,
                 Arrows& arrows, Explanations& explanations, SweepView& sweep, SpeedupPanel& speedup);

  /// Opens the dialog for exporting the open traces or the sweep.
  void ask_for_picture();
  /// Opens the dialog for exporting the task graph as soon as the graph is laid out.
  void ask_for_graph();
  /// Opens the dialog for exporting the speedup. Shows its panel instead if it is not computed yet.
  void ask_for_speedup();
  /// Exports the open traces, or the sweep if one is shown.
  void export_picture(const std::filesystem::path& path, PictureSize size = {});
  /// Exports the task graph as its dock shows it. If there is no graph yet, reports the reason.
  void export_graph(const std::filesystem::path& path, PictureSize size = {});
  /// Exports the speedup, which must be computed.
  void export_speedup(const std::filesystem::path& path, PictureSize size = {});

 private:
  using Draw = std::function<Result<QString>()>;

  void ask(const QString& title, const QString& full, const QString& name,
           std::function<void(const std::filesystem::path&, PictureSize)> draw);
  void run(const std::filesystem::path& path, Draw draw);
  bool has_graph();
  void graph_changed();

  QMainWindow& window_;
  JobRunner& jobs_;
  Session& session_;
  TimelineView& view_;
  GraphDock& graph_;
  Arrows& arrows_;
  Explanations& explanations_;
  SweepView& sweep_;
  SpeedupPanel& speedup_;
  PictureSize size_{};  ///< the last chosen size
  QString folder_;      ///< the last picture's folder; empty before the first picture
  bool is_graph_wanted_ = false;
  Connections connections_;
};

}  // namespace gusset::viewer
