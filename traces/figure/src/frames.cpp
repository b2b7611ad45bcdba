#include "gusset/figure/frames.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "gusset/traces/units.hpp"
#include "panel_detail.hpp"

namespace gusset::figure {
namespace {

using traces::Error;
using traces::Result;

std::string frame_name(std::size_t number) {
  char name[32];
  std::snprintf(name, sizeof name, "frame-%04zu.png", number);
  return name;
}

bool is_frame(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with("frame-") && name.ends_with(".png");
}

std::optional<Error> refused(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Error{folder.string(), "a folder that can be made", error.message()};
  std::filesystem::directory_iterator files(folder, error);
  if (error) return Error{folder.string(), "a folder that can be read", error.message()};
  for (const auto& file : files) {
    if (is_frame(file.path()))
      return Error{folder.string(), "a folder without frames", file.path().filename().string()};
  }
  return std::nullopt;
}

Error too_many(std::size_t found) {
  return {"frames", "at most " + std::to_string(most_frames) + " (a shorter time, or fewer of them)",
          found > most_frames + 1 ? std::to_string(found) : "more"};
}

}  // namespace

Result<std::vector<std::int64_t>> frame_moments(
    std::span<const std::shared_ptr<const traces::Playback>> schedules, std::int64_t from_ns,
    std::int64_t to_ns, std::optional<std::int64_t> every_ns) {
  std::vector<std::int64_t> moments{from_ns, to_ns};
  if (every_ns) {
    const auto count = static_cast<std::uint64_t>(to_ns - from_ns) / static_cast<std::uint64_t>(*every_ns);
    if (count >= most_frames) return too_many(count + 1);
    for (std::int64_t time_ns = from_ns; time_ns < to_ns; time_ns += *every_ns) moments.push_back(time_ns);
  } else {
    for (const auto& schedule : schedules) {
      const std::vector<std::int64_t> events = schedule->events(from_ns, to_ns, most_frames + 1);
      moments.insert(moments.end(), events.begin(), events.end());
    }
  }
  std::sort(moments.begin(), moments.end());
  moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
  if (moments.size() > most_frames) return too_many(most_frames + 1);
  return moments;
}

FrameRange frame_range(std::span<const std::shared_ptr<const traces::Playback>> schedules,
                       const FigureOptions& options) {
  std::int64_t end_ns = 0;
  for (const auto& schedule : schedules) end_ns = std::max(end_ns, schedule->end_ns());
  if (!options.side_by_side) {
    const std::int64_t from_ns = options.from_ns.value_or(0);
    return {from_ns, options.to_ns.value_or(std::max(from_ns, end_ns))};
  }
  const auto from = static_cast<double>(options.from_ns.value_or(0));
  const auto to = static_cast<double>(options.to_ns.value_or(options.side_by_side->extent_ns));
  FrameRange range{end_ns, 0};
  for (std::size_t i = 0; i < schedules.size(); ++i) {
    const traces::Placement& placement = options.side_by_side->placements[i];
    const std::int64_t begins_ns = std::llround(std::floor(placement.own_from_axis(from)));
    const std::int64_t ends_ns = std::llround(std::ceil(placement.own_from_axis(to)));
    range.from_ns = std::min(range.from_ns, begins_ns);
    range.to_ns = std::max(range.to_ns, std::min(schedules[i]->end_ns(), ends_ns));
  }
  range.from_ns = std::max<std::int64_t>(range.from_ns, 0);
  range.to_ns = std::max(range.to_ns, range.from_ns);
  return range;
}

std::shared_ptr<const traces::Playback> playback_of(const std::shared_ptr<const traces::Trace>& trace) {
  return std::make_shared<const traces::Playback>(
      trace, std::make_shared<const traces::TaskTimes>(traces::task_times(*trace)),
      traces::TaskGraph(*trace));
}

std::string moment_text(const traces::Playback& schedule, std::int64_t time_ns) {
  const traces::PlaybackCounts counts = schedule.counts(time_ns);
  std::string text = traces::duration_text_ns(time_ns) + ": " + std::to_string(counts.done) + " done, " +
                     std::to_string(counts.running) + " running, ";
  if (schedule.knows_ready()) text += std::to_string(counts.ready) + " ready, ";
  return text + std::to_string(counts.waiting) + (schedule.knows_ready() ? " waiting" : " to come");
}

Result<std::size_t> draw_frames(std::vector<Panel> panels,
                                std::span<const std::shared_ptr<const traces::Playback>> schedules,
                                std::span<const std::int64_t> moments_ns, const std::filesystem::path& folder,
                                FigureOptions options, const std::function<bool(std::size_t)>& go_on) {
  if (const auto error = refused(folder)) return *error;
  std::vector<std::string> titles;
  for (const Panel& panel : panels) titles.push_back(panel.title);
  const std::vector<PanelDetail> details(panels.begin(), panels.end());
  std::size_t drawn = 0;
  for (const std::int64_t moment_ns : moments_ns) {
    if (go_on && !go_on(drawn)) break;
    options.moment_ns = moment_ns;
    for (std::size_t i = 0; i < panels.size(); ++i)
      panels[i].title = moment_text(*schedules[i], moment_ns) + " · " + titles[i];
    const auto done = draw(panels, details, folder / frame_name(drawn + 1), options);
    if (!done) return done.error();
    ++drawn;
  }
  return drawn;
}

}  // namespace gusset::figure
