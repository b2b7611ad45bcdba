#pragma once
#include <string>

#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::picture {

/// The value at the top of a track: its limit, or its largest value; always > 0.
double top_of_track(const traces::Track& track);
/// Writes a value of a track with its unit: "12.5 tasks", "3.2 MB".
std::string track_value_text(const traces::Track& track, double value);
/// Explains a track's full height: "limit 36 tasks" if it has a limit, otherwise "up to 108 tasks".
std::string track_top_text(const traces::Track& track);
/// The colour of a track.
traces::Colour track_colour(traces::Track::Kind kind, traces::Background background);

}  // namespace gusset::picture
