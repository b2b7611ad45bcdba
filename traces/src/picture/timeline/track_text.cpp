#include "gusset/traces/picture/timeline/track_text.hpp"

#include "gusset/base/numbers.hpp"

namespace gusset::picture {

double top_of_track(const traces::Track& track) {
  const double top = track.limit.value_or(track.series.largest());
  return top > 0.0 ? top : 1.0;
}

std::string track_value_text(const traces::Track& track, double value) {
  if (track.unit == "B" && value >= 0.0) return bytes_text(value);
  const std::string text = work_text(value);
  if (track.unit == "tasks" && text == "1") return "1 task";
  return text + (track.unit.empty() ? std::string() : " " + track.unit);
}

std::string track_top_text(const traces::Track& track) {
  return (track.limit ? "limit " : "up to ") + track_value_text(track, top_of_track(track));
}

traces::Colour track_colour(traces::Track::Kind kind, traces::Background background) {
  static constexpr traces::Colour colours[][2] = {
      // on a white and a dark background, in the order of Track::Kind
      {{120, 144, 172}, {110, 136, 168}},
      {{214, 150, 60}, {206, 146, 66}},
      {{150, 70, 160}, {146, 76, 158}},
      {{88, 150, 120}, {92, 152, 124}}};
  return colours[static_cast<std::size_t>(kind)][background == traces::Background::dark ? 1 : 0];
}

}  // namespace gusset::picture
