#pragma once
#include <QFont>
#include <QImage>
#include <QSize>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gusset/viewer/model/graph/graph_camera.hpp"
#include "gusset/viewer/model/graph/graph_session.hpp"

namespace gusset::viewer {

/// Everything needed to draw the graph's image. Shared with jobs.
struct GraphFrame {
  std::shared_ptr<const GraphDrawing> drawing;  ///< null draws only the background
  std::shared_ptr<const BoxColours> colours;
  GraphCamera camera;
  std::optional<std::uint32_t> selected;    ///< box of the selected task
  std::optional<std::uint32_t> waited_for;  ///< box of the predecessor that ended last
  std::optional<std::int64_t> time_ns;      ///< time at which boxes show their state
  std::string time_text;                    ///< "at 12.3 ms"
  std::string trace_text;                   ///< " in " and the trace's name, if there are several
  traces::Background background = traces::Background::white;
  bool is_projected = false;  ///< as in Appearance
  QFont font;
  QSize size;          ///< in pixels
  double ratio = 1.0;  ///< device pixels per pixel
};

/// Draws the visible part of a graph, and the legend of states below it if there is a time. In a view that is
/// too narrow for it, the legend leaves out the trace's name, and gets smaller if that is not enough. Safe on
/// any thread.
QImage paint_graph(const GraphFrame& frame);

/// The whole text of the legend of states; empty if there is none.
std::string state_legend_text(const GraphFrame& frame);

/// Whether drawing may take too long for the user interface's thread.
bool is_large(const GraphDrawing& drawing);

}  // namespace gusset::viewer
