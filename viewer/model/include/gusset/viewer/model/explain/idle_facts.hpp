#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// Where one trace's workers × makespan went: figures and, from the same sweep, when. Immutable once made.
struct IdleFacts {
  traces::IdleTime time;
  traces::IdleHistory history;
};
IdleFacts idle_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// What idle time of a cause is drawn in; those that colouring by waiting knows look alike.
traces::Colour cause_colour(traces::IdleCause cause, traces::Paper paper = traces::Paper::white);

/// What rows show together of idle time in columns of a grid: as `Strip` describes texels, but from the top:
/// the colour is that of the cause with most time (the first on a tie), the height is the idle share of the
/// rows' workers in the column, exact to 1/255.
void idle_texels(const LoadedTrace& loaded, const IdleFacts& facts, const std::vector<std::size_t>& rows,
                 const traces::ColumnGrid& grid, traces::Paper paper, std::span<Rgba> out);

/// Adds a panel's idle time to a picture, in the blank part of its rows.
void add_idle_strips(const Timeline& timeline, std::size_t panel, const IdleFacts& facts, Picture& picture);

}  // namespace gusset::viewer
