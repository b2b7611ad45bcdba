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
#include "gusset/traces/picture/canvas/canvas.hpp"

namespace gusset::paper {

/// The most frames, because their numbers have four digits.
inline constexpr std::size_t max_frames = 9999;

/// The time that frames of a figure show, in ns of its common axis.
struct FrameRange {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;  ///< at or after from_ns
  friend bool operator==(const FrameRange&, const FrameRange&) = default;
};

/// The range from the first start to the last end of anything in a figure with these options, at the traces'
/// places on the axis; or the part of the time that the options choose.
FrameRange frame_range(std::span<const std::shared_ptr<const traces::Playback>> schedules,
                       const FigureOptions& options);

/// Returns the moments to draw, in ns of the common axis: the events of all schedules in the range, and its
/// two ends. If `every_ns` (> 0) is given, returns one moment every `every_ns` from the range's start, and
/// its end. Fails if there are more than max_frames.
Result<std::vector<std::int64_t>> frame_moments(
    std::span<const std::shared_ptr<const traces::Playback>> schedules, const FigureOptions& options,
    const FrameRange& range, std::optional<std::int64_t> every_ns);

/// Makes the playback of a trace's schedule, for frames of one figure.
std::shared_ptr<const traces::Playback> playback_of(const std::shared_ptr<const traces::Trace>& trace);

/// Writes "1.25 ms: 5 done, 2 running, 3 ready, 10 waiting", with the states as in traces::counts_text.
/// `time_ns` is in the trace's own clock; the text shows it on a ruler that reads 0 at `zero_ns`.
std::string moment_text(const traces::Playback& schedule, std::int64_t time_ns, std::int64_t zero_ns = 0);

/// Something that frames show below or beside their panels, for example the task graph (frame_graph).
struct FramePart {
  int width = 0;   ///< pixels of the figure, to the right of the panels
  int height = 0;  ///< pixels of the figure, below the panels
  /// Draws it around the panels, whose lower right corner is `corner`, at a moment of the common axis.
  std::function<void(picture::Canvas& canvas, picture::Point corner, std::int64_t moment_ns)> draw;
};

/// The frames of an earlier export in a folder, sorted by name. Empty if there is no such folder.
std::vector<std::filesystem::path> frames_in(const std::filesystem::path& folder);

struct FrameForm {
  bool is_pdf = false;  ///< one file frames.pdf with a page for each frame, instead of numbered PNG files
  std::optional<FramePart> part = std::nullopt;  ///< in a figure with a minimum height, the panels make room
  bool replaces = false;  ///< remove the folder's earlier frames first; otherwise they are an error
};

/// Draws the panels at each moment of the common axis to frame-0001.png, frame-0002.png, … in a folder, or to
/// the pages of a PDF file there. Creates the folder if it does not exist. `schedules` must be the panels'.
/// Titles begin with moment_text, whose times are those of the panel's ruler. Calls `should_continue` before
/// each frame with the number of frames drawn; if it returns false, keeps these frames and returns their
/// number. Fails if the folder is not writable, or contains frames already (unless
/// they are to be replaced), because the frames would mix.
Result<std::size_t> draw_frames(std::vector<Panel> panels,
                                std::span<const std::shared_ptr<const traces::Playback>> schedules,
                                std::span<const std::int64_t> moments_ns, const std::filesystem::path& folder,
                                FigureOptions options,
                                const std::function<bool(std::size_t drawn)>& should_continue = {},
                                const FrameForm& form = {});

}  // namespace gusset::paper
