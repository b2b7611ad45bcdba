#pragma once
#include <QFont>
#include <QImage>
#include <QSize>
#include <cstdint>
#include <memory>
#include <optional>

#include "gusset/viewer/model/graph/graph_camera.hpp"
#include "gusset/viewer/model/graph/graph_session.hpp"

namespace gusset::viewer {

/// What a graph's view shows beside the graph itself.
struct GraphMarks {
  std::optional<std::uint32_t> selected;    ///< box of the selected task
  std::optional<std::uint32_t> waited_for;  ///< box of the predecessor that ended last
  std::optional<std::int64_t> time_ns;      ///< at which boxes show what they are doing
};

/// Everything that a picture of a graph is drawn from; shared with jobs.
struct GraphPicture {
  std::shared_ptr<const LaidGraph> laid;  ///< null: nothing but the background
  std::shared_ptr<const BoxColours> colours;
  GraphCamera camera;
  GraphMarks marks;
  traces::Paper paper = traces::Paper::white;
  bool is_projected = false;   ///< as of Appearance
  std::int64_t extent_ns = 0;  ///< of the document
  QFont font;
  QSize size;          ///< in pixels
  double ratio = 1.0;  ///< device pixels per pixel
};

/// Draws the part of a graph that the camera shows; where there is a time, with a line below that says how
/// many tasks are done, running, ready and waiting then, each beside a box drawn so. Any thread.
QImage paint_graph(const GraphPicture& picture);

/// Whether that may take longer than the user interface's thread has.
bool is_large(const LaidGraph& laid);

}  // namespace gusset::viewer
