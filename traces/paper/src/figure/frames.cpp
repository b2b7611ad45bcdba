#include "gusset/traces/paper/figure/frames.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string_view>
#include <system_error>

#include "canvas/cairo_canvas.hpp"
#include "canvas/text.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/traces/answers/playback_text.hpp"
#include "gusset/traces/paper/figure/picture_file.hpp"
#include "panel_detail.hpp"

namespace gusset::paper {
namespace {

constexpr const char* pdf_name = "frames.pdf";

std::string frame_name(std::size_t number) {
  char name[32];
  std::snprintf(name, sizeof name, "frame-%04zu.png", number);
  return name;
}

// Other names are not those of frames: replacing frames must not remove other files.
bool is_frame(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  constexpr std::string_view form = "frame-0000.png";
  const auto fits = [](char found, char wanted) {
    return wanted == '0' ? found >= '0' && found <= '9' : found == wanted;
  };
  return name == pdf_name || std::equal(name.begin(), name.end(), form.begin(), form.end(), fits);
}

std::optional<Error> prepare_folder(const std::filesystem::path& folder, bool replaces) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Error{folder.string(), "a folder that can be created", error.message()};
  std::filesystem::directory_iterator files(folder, error);
  if (error) return Error{folder.string(), "a folder that can be read", error.message()};
  for (const std::filesystem::path& frame : frames_in(folder)) {
    if (!replaces) return Error{folder.string(), "a folder without frames", frame.filename().string()};
    if (!std::filesystem::remove(frame, error) && error)
      return Error{frame.string(), "a frame that can be replaced", error.message()};
  }
  return std::nullopt;
}

Error too_many(std::size_t found) {
  return {"frames", "at most " + std::to_string(max_frames) + " (a shorter time range or fewer frames)",
          found > max_frames + 1 ? std::to_string(found) : "more"};
}

traces::Placement placement_of(const FigureOptions& options, std::size_t panel) {
  return options.side_by_side ? options.side_by_side->placements[panel] : traces::Placement();
}

/// Returns the first whole ns of the axis at or after a time on it, with a tolerance for rounding.
std::int64_t reached_at(double axis_ns) {
  constexpr double rounding_ns = 1e-3;
  return static_cast<std::int64_t>(std::ceil(axis_ns - rounding_ns));
}

}  // namespace

std::vector<std::filesystem::path> frames_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> frames;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (is_frame(at->path())) frames.push_back(at->path());
  }
  std::sort(frames.begin(), frames.end());
  return frames;
}

FrameRange frame_range(std::span<const std::shared_ptr<const traces::Playback>> schedules,
                       const FigureOptions& options) {
  double begin = schedules.empty() ? 0.0 : std::numeric_limits<double>::max();
  double end = 0.0;
  for (std::size_t i = 0; i < schedules.size(); ++i) {
    const traces::Placement placement = placement_of(options, i);
    begin = std::min(begin, placement.axis_from_own(0.0));
    end = std::max(end, placement.axis_from_own(static_cast<double>(schedules[i]->end_ns())));
  }
  FrameRange range;
  range.from_ns = options.from_ns.value_or(static_cast<std::int64_t>(std::floor(begin)));
  range.to_ns = options.to_ns.value_or(std::max(range.from_ns, reached_at(end)));
  return range;
}

Result<std::vector<std::int64_t>> frame_moments(
    std::span<const std::shared_ptr<const traces::Playback>> schedules, const FigureOptions& options,
    const FrameRange& range, std::optional<std::int64_t> every_ns) {
  const auto [from_ns, to_ns] = range;
  std::vector<std::int64_t> moments{from_ns, to_ns};
  if (every_ns) {
    const auto count = static_cast<std::uint64_t>(to_ns - from_ns) / static_cast<std::uint64_t>(*every_ns);
    if (count >= max_frames) return too_many(count + 1);
    for (std::int64_t time_ns = from_ns; time_ns < to_ns; time_ns += *every_ns) moments.push_back(time_ns);
  } else {
    for (std::size_t i = 0; i < schedules.size(); ++i) {
      const traces::Placement placement = placement_of(options, i);
      for (const std::int64_t event_ns : schedules[i]->events(own_time_ns(options, i, from_ns),
                                                              own_time_ns(options, i, to_ns), max_frames + 1))
        moments.push_back(
            std::clamp(reached_at(placement.axis_from_own(static_cast<double>(event_ns))), from_ns, to_ns));
    }
  }
  std::sort(moments.begin(), moments.end());
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  if (moments.size() > max_frames) return too_many(max_frames + 1);
  return moments;
}

std::shared_ptr<const traces::Playback> playback_of(const std::shared_ptr<const traces::Trace>& trace) {
  return std::make_shared<const traces::Playback>(
      trace, std::make_shared<const traces::TaskTimes>(traces::task_times(*trace)),
      traces::TaskGraph(*trace));
}

std::string moment_text(const traces::Playback& schedule, std::int64_t time_ns, std::int64_t zero_ns) {
  return duration_text_ns(time_ns - zero_ns) + ": " + traces::counts_text(schedule, time_ns, ", ");
}

Result<std::size_t> draw_frames(std::vector<Panel> panels,
                                std::span<const std::shared_ptr<const traces::Playback>> schedules,
                                std::span<const std::int64_t> moments_ns, const std::filesystem::path& folder,
                                FigureOptions options,
                                const std::function<bool(std::size_t)>& should_continue,
                                const FrameForm& form) {
  if (panels.empty()) return Error{folder.string(), "at least one trace to draw", "none"};
  if (auto done = check_sizes(folder.string(), options); !done) return done.error();
  if (const auto error = prepare_folder(folder, form.replaces)) return *error;
  const int width_beside = form.part ? form.part->width : 0;
  const int height_below = form.part ? form.part->height : 0;
  options.width -= width_beside;
  if (options.min_height > 0) {
    options.min_height -= height_below;
    options.max_height -= height_below;
  }
  for (Panel& panel : panels) {
    const std::string conditions = panel.subtitle;
    panel.subtitle.clear();
    for (const std::string& part : {panel.name, panel.title, conditions}) {
      if (!part.empty()) panel.subtitle += (panel.subtitle.empty() ? "" : " · ") + part;
    }
  }
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  const auto go_to = [&](std::int64_t moment_ns) {
    options.moment_ns = moment_ns;
    for (std::size_t i = 0; i < panels.size(); ++i)
      panels[i].title = moment_text(*schedules[i], own_time_ns(options, i, moment_ns),
                                    options.side_by_side ? options.side_by_side->zeros_ns[i] : 0);
  };
  // All frames share one title size: titles that change from frame to frame distract from the tasks.
  double title_size = options.title_size;
  for (const std::int64_t moment_ns : moments_ns) {
    go_to(moment_ns);
    title_size = std::min(title_size, title_size_of(panels, details, options));
  }
  options.title_size = title_size;
  std::size_t drawn = 0;
  std::unique_ptr<PdfCanvas> pdf;
  for (const std::int64_t moment_ns : moments_ns) {
    if (should_continue && !should_continue(drawn)) break;
    go_to(moment_ns);
    const auto write = [&](int width, int height, const auto& draw_on) -> Result<Done> {
      const auto draw_frame = [&](picture::Canvas& canvas) {
        draw_on(canvas);
        if (form.part)
          form.part->draw(canvas, {static_cast<double>(width), static_cast<double>(height)}, moment_ns);
      };
      if (!form.is_pdf)
        return write_picture(folder / frame_name(drawn + 1), width + width_beside, height + height_below,
                             options, panels[0].title, draw_frame);
      if (pdf == nullptr) {
        pdf = std::make_unique<PdfCanvas>(width + width_beside, height + height_below,
                                          options.points_per_pixel, printable(panels[0].subtitle));
      } else {
        pdf->next_page();
      }
      draw_frame(*pdf);
      return Done{};
    };
    if (const auto done = use_figure(panels, details, options, write); !done) return done.error();
    ++drawn;
  }
  if (pdf == nullptr) return drawn;
  const std::string bytes = pdf->encode();
  if (bytes.empty()) return Error{folder.string(), "enough memory for the pages", "too little"};
  if (const auto done = write_text(folder / pdf_name, bytes); !done) return done.error();
  return drawn;
}

}  // namespace gusset::paper
