#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gusset/traces/result.hpp"
#include "gusset/traces/trace.hpp"

namespace gusset::figure {

/// One trace of a figure and the words above it.
struct Panel {
  std::shared_ptr<const traces::Trace> trace;
  std::string title;  ///< for example "measured: cholesky, 2 workers, 1.23 s, 97.1 % busy"
};

struct FigureOptions {
  int width = 1600;     ///< pixels, or SVG user units; at least 200
  int row_height = 28;  ///< of one lane; shrinks where the figure would get higher than `max_height`
  int max_height = 4000;
};

/// Draws triangle traces one above the other on a common time axis, with titles, rulers, worker names and a
/// legend with each type's share of busy time, to `path`: PNG or SVG by its ending.
///
/// Idle time stays exact at any size. A task is a triangle on a faint tint of its colour where it is at least
/// three columns (pixels) long; between triangles, a bar in each column whose height is the busy share there,
/// in the colour of the type that ran most. Nothing is left out: what ran too shortly to be seen gets a third
/// of a pixel in height. Where rows would get thinner than three pixels, several workers of a node share one,
/// which says so. A type has one colour in all panels.
///
/// The traces must be valid. Fails with the path and the reason. May be called from several threads.
traces::Result<traces::Done> draw(const std::vector<Panel>& panels, const std::filesystem::path& path,
                                  const FigureOptions& options = {});

/// The title `draw` is usually given: origin, program, workers, makespan, busy share.
std::string default_title(const traces::Trace& trace);

}  // namespace gusset::figure
