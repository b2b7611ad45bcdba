#include "gusset/traces/picture/timeline/track_words.hpp"

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

traces::Colour track_colour(traces::Track::Kind kind, traces::Paper paper) {
  const bool is_dark = paper == traces::Paper::dark;
  switch (kind) {
    case traces::Track::Kind::running:
      return is_dark ? traces::Colour{110, 136, 168} : traces::Colour{120, 144, 172};
    case traces::Track::Kind::ready:
      return is_dark ? traces::Colour{206, 146, 66} : traces::Colour{214, 150, 60};
    case traces::Track::Kind::bytes_in_flight:
      return is_dark ? traces::Colour{146, 76, 158} : traces::Colour{150, 70, 160};
    case traces::Track::Kind::counter:
      break;
  }
  return is_dark ? traces::Colour{92, 152, 124} : traces::Colour{88, 150, 120};
}

}  // namespace gusset::picture
