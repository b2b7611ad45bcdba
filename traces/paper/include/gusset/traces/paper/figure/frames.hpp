#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/analysis/time/playback.hpp"
#include "gusset/traces/paper/figure/figure.hpp"

namespace gusset::paper {

/// Frames are numbered with four digits.
inline constexpr std::size_t most_frames = 9999;

/// The time that frames of a figure show, in ns of its common axis.
struct FrameRange {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;  ///< at or after from_ns
  friend bool operator==(const FrameRange&, const FrameRange&) = default;
};

/// From the first moment at which anything in a figure with these options begins, wherever its traces stand,
/// to the last at which anything ends; or of the part of the time that the options tell.
FrameRange frame_range(std::span<const std::shared_ptr<const traces::Playback>> schedules,
                       const FigureOptions& options);

/// The moments to draw, in ns of the common axis: of every event of any of the schedules in the range, and
/// its two ends; or, where `every_ns` (above 0) is given, one each `every_ns` from its begin on, and its end.
/// Fails where they are more than most_frames.
Result<std::vector<std::int64_t>> frame_moments(
    std::span<const std::shared_ptr<const traces::Playback>> schedules, const FigureOptions& options,
    const FrameRange& range, std::optional<std::int64_t> every_ns);

/// A schedule as it can be played, for frames of one figure.
std::shared_ptr<const traces::Playback> playback_of(const std::shared_ptr<const traces::Trace>& trace);

/// "1.25 ms: 5 done, 2 running, 3 ready, 10 waiting", as traces::counts_text tells the states;
/// the time is of the trace's own clock, told as a ruler counts it that reads 0 at `zero_ns`.
std::string moment_text(const traces::Playback& schedule, std::int64_t time_ns, std::int64_t zero_ns = 0);

/// Draws the panels as they are at each of the moments of the common axis, to frame-0001.png, frame-0002.png,
/// … in a folder, which is made where there is none. `schedules` are the panels'; titles begin with
/// moment_text, by the panel's ruler. `go_on` is
/// asked before each frame, with how many are drawn; where it says no, those stay and their number is
/// returned. Fails where the folder can't be written, or has such frames already: they would be mixed.
Result<std::size_t> draw_frames(std::vector<Panel> panels,
                                std::span<const std::shared_ptr<const traces::Playback>> schedules,
                                std::span<const std::int64_t> moments_ns, const std::filesystem::path& folder,
                                FigureOptions options,
                                const std::function<bool(std::size_t drawn)>& go_on = {});

}  // namespace gusset::paper
