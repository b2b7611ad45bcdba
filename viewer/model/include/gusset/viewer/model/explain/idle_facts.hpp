#pragma once
#include <optional>
#include <span>
#include <vector>

#include "gusset/traces/analysis/causes/idle_history.hpp"
#include "gusset/traces/answers/answer.hpp"
#include "gusset/traces/picture/timeline/idle_columns.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"

namespace gusset::viewer {

/// Where one trace's workers × makespan went: totals, and their history over time from the same computation.
/// Immutable.
struct IdleFacts {
  traces::IdleTime time;
  traces::IdleHistory history;
};
IdleFacts idle_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// The texel of a cause's look, with height 0.
Rgba hatched(const picture::CauseLook& look);

/// The cause that a row of traces::idle_parts is about; nothing for busy time and the sum. Causes that were
/// not recorded may have no row.
std::optional<traces::IdleCause> cause_of_part(const traces::Table::Row& row);

/// Fills `out` with picture::idle_columns of some lanes, one texel per column in the format of `Strip`, but
/// drawn from the top. The height is exact to 1/255.
void idle_texels(const LoadedTrace& loaded, const IdleFacts& facts, std::span<const std::size_t> lanes,
                 const traces::ColumnGrid& grid, traces::Background background, std::span<Rgba> out);

/// Why a row's worker was idle at that time, for how long, and what it ran next. Nothing if it was not idle.
std::optional<Tooltip> idle_tooltip(const LoadedTrace& loaded, const IdleFacts& facts, const Row& row,
                                    double time_ns, Pointer pointer);

/// Adds a panel's idle time to a picture, in the blank parts of its rows.
void add_idle_strips(const Timeline& timeline, std::size_t panel, const IdleFacts& facts, Picture& picture);

}  // namespace gusset::viewer
