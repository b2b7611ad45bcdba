#pragma once
#include <string>

#include "gusset/traces/analysis/time/tracks.hpp"
#include "gusset/traces/picture/canvas/palette.hpp"

namespace gusset::picture {

/// How high a track's values are drawn: its limit, or its largest value; above 0.
double top_of_track(const traces::Track& track);
/// A value of a track with its unit: "12.5 tasks", "3.2 MB".
std::string track_value_text(const traces::Track& track, double value);
/// What its full height means: "limit 36 tasks" of what has a limit, else "up to 108 tasks".
std::string track_top_text(const traces::Track& track);
/// What a track is drawn in.
traces::Colour track_colour(traces::Track::Kind kind, traces::Paper paper);

}  // namespace gusset::picture
