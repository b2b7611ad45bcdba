#pragma once
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/answers/answer.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// Where one trace's workers × makespan went: totals, and their history over time from the same computation.
/// Immutable.
struct IdleFacts {
  traces::IdleTime time;
  traces::IdleHistory history;
};
IdleFacts idle_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// How idle time of one cause looks: a neutral tone and a hatching, unlike any type of task.
struct CauseLook {
  traces::Colour colour;
  Hatching hatching = Hatching::rising;
  friend bool operator==(const CauseLook&, const CauseLook&) = default;
};
/// No two causes look the same.
CauseLook cause_look(traces::IdleCause cause, traces::Background background = traces::Background::white);

/// The texel of that look, with height 0.
Rgba hatched(const CauseLook& look);

/// The cause that a row of traces::idle_parts is about; nothing for busy time and the sum. Causes that were
/// not recorded may have no row.
std::optional<traces::IdleCause> cause_of_part(const traces::Table::Row& row);

/// Fills `out` with the combined idle time of rows in the columns of a grid, one texel per column in the
/// format of `Strip`, but drawn from the top. The look is that of the cause with the most time (the first
/// on a tie). The height is the idle share of the rows' workers in the column, exact to 1/255.
void idle_texels(const LoadedTrace& loaded, const IdleFacts& facts, const std::vector<std::size_t>& rows,
                 const traces::ColumnGrid& grid, traces::Background background, std::span<Rgba> out);

/// Adds a panel's idle time to a picture, in the blank parts of its rows.
void add_idle_strips(const Timeline& timeline, std::size_t panel, const IdleFacts& facts, Picture& picture);

}  // namespace gusset::viewer
