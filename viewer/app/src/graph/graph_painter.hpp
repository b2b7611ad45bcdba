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

/// Everything that the image of a graph's view is drawn from; shared with jobs.
struct GraphFrame {
  std::shared_ptr<const LaidGraph> laid;  ///< null: nothing but the background
  std::shared_ptr<const BoxColours> colours;
  GraphCamera camera;
  std::optional<std::uint32_t> selected;    ///< box of the selected task
  std::optional<std::uint32_t> waited_for;  ///< box of the predecessor that ended last
  std::optional<std::int64_t> time_ns;      ///< at which boxes show what they are doing
  std::string time_words;                   ///< the same in words
  traces::Paper paper = traces::Paper::white;
  bool is_projected = false;  ///< as of Appearance
  QFont font;
  QSize size;          ///< in pixels
  double ratio = 1.0;  ///< device pixels per pixel
};

/// Draws the part of a graph that the camera shows; where there is a time, with the legend of states below.
/// Any thread.
QImage paint_graph(const GraphFrame& frame);

/// Whether that may take longer than the user interface's thread has.
bool is_large(const LaidGraph& laid);

}  // namespace gusset::viewer
