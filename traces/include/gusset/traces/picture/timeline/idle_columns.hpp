#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"
#include "gusset/traces/picture/timeline/hatching.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::picture {

/// How idle time of one cause looks: a neutral tone and a hatching, unlike any type of task.
struct CauseLook {
  traces::Colour colour;
  Hatching hatching = Hatching::rising;
  friend bool operator==(const CauseLook&, const CauseLook&) = default;
};
/// No two causes look the same.
CauseLook cause_look(traces::IdleCause cause, traces::Background background = traces::Background::white);

/// The workers of some lanes, each once.
std::vector<traces::WorkerId> workers_of(const traces::Trace& trace, std::span<const std::size_t> lanes);

/// The combined idle time of several workers in one column of a picture.
struct IdleColumn {
  double share = 0.0;  ///< idle share of the workers in the column; 0: none is ever idle
  traces::IdleCause cause =
      traces::IdleCause::submitting;  ///< the one with the most time; the first on a tie
};

/// The idle time of the workers of some lanes in the first `columns` columns of a grid. `history` must be the
/// trace's.
std::vector<IdleColumn> idle_columns(const traces::Trace& trace, const traces::IdleHistory& history,
                                     std::span<const std::size_t> lanes, const traces::ColumnGrid& grid,
                                     std::size_t columns);

}  // namespace gusset::picture
