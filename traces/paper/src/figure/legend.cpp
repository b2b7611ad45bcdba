#include "legend.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "canvas/canvas.hpp"
#include "canvas/text.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/statistics.hpp"
#include "gusset/traces/analysis/time/task_table.hpp"
#include "gusset/traces/picture/timeline/shared_colours.hpp"
#include "layout.hpp"

namespace gusset::figure {
namespace {

constexpr double swatch = 14.0;
constexpr double swatch_gap = 6.0;
constexpr double entry_gap = 22.0;

struct Shares {
  std::vector<double> of_panel;
  bool ran = false;
  Colour colour;
};

/// "61.2 %", or of several panels "61.2 | 60.8 %".
std::string listed(const std::vector<double>& shares) {
  std::string text;
  for (const double share : shares) text += (text.empty() ? "" : " | ") + percent_digits(share);
  return text + " %";
}

void add_types(const traces::Trace& trace, std::size_t panel, const CategoryColours& colours,
               std::vector<Shares>& all) {
  for (const traces::TypeStatistics& type : traces::compute_statistics(trace).types) {
    if (type.tasks == 0) continue;
    Shares& shares = all[colours.name_of(panel, type.type.value())];
    shares.of_panel[panel] += type.share;
    // Types beyond the number of categories wear the colour of the one they share a category with.
    if (!shares.ran) shares.colour = colours.of_categories(panel)[type.type.value() % 256];
    shares.ran = true;
  }
}

void add_categories(const Panel& panel, std::size_t number, const CategoryColours& colours,
                    std::vector<Shares>& all) {
  const traces::TaskTimes times = traces::task_times(*panel.trace);
  std::vector<double> busy_ns(panel.colouring->categories().size());
  double sum_ns = 0.0;
  for (std::size_t task = 0; task < times.lane.size(); ++task) {
    if (times.lane[task].is_none()) continue;
    const std::uint8_t category = panel.colouring->category(traces::TaskId(task));
    busy_ns[category] += static_cast<double>(times.duration_ns[task]);
    sum_ns += static_cast<double>(times.duration_ns[task]);
    Shares& shares = all[colours.name_of(number, category)];
    shares.colour = colours.of_categories(number)[category];
    shares.ran = true;
  }
  if (sum_ns == 0.0) return;
  for (std::size_t category = 0; category < busy_ns.size(); ++category)
    all[colours.name_of(number, category)].of_panel[number] += busy_ns[category] / sum_ns;
}

/// Of a part of the time, or of some tasks. Returns the share of the others, which are not shown.
double add_part(const Panel& panel, const PanelDetail& detail, const FigureOptions& options,
                std::size_t number, const CategoryColours& colours, std::vector<Shares>& all) {
  constexpr std::int64_t ever_ns = std::int64_t{1} << 62;
  const auto own_ns = [&](std::int64_t time_ns) {
    if (!options.side_by_side) return time_ns;
    return static_cast<std::int64_t>(
        std::llround(options.side_by_side->placements[number].own_from_axis(static_cast<double>(time_ns))));
  };
  const std::int64_t from_ns = options.from_ns ? own_ns(*options.from_ns) : -ever_ns;
  const std::int64_t to_ns = options.to_ns ? own_ns(*options.to_ns) : ever_ns;
  const std::vector<std::int64_t> busy_ns = detail.busy_ns(panel, from_ns, to_ns);
  const std::int64_t shown_ns = std::accumulate(busy_ns.begin(), busy_ns.end(), std::int64_t{0});
  const std::int64_t all_ns = panel.shown == nullptr ? shown_ns : detail.all_busy_ns(panel, from_ns, to_ns);
  const auto sum_ns = static_cast<double>(all_ns);
  const std::size_t categories = panel.colouring ? panel.colouring->categories().size()
                                                 : std::min<std::size_t>(256, panel.trace->types.size());
  for (std::size_t category = 0; category < std::min(categories, busy_ns.size()); ++category) {
    if (busy_ns[category] == 0) continue;
    Shares& shares = all[colours.name_of(number, category)];
    shares.of_panel[number] += static_cast<double>(busy_ns[category]) / sum_ns;
    if (!shares.ran) shares.colour = colours.of_categories(number)[category];
    shares.ran = true;
  }
  return all_ns == 0 ? 0.0 : static_cast<double>(all_ns - shown_ns) / sum_ns;
}

/// `not_shown`: each panel's share of tasks that are not, which is filled in.
std::vector<Shares> shares_by_category(const std::vector<Panel>& panels,
                                       const std::vector<PanelDetail>& details, const FigureOptions& options,
                                       const CategoryColours& colours, std::vector<double>& not_shown) {
  std::vector<Shares> all(colours.names().size(), {std::vector<double>(panels.size()), false, {}});
  not_shown.assign(panels.size(), 0.0);
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    const bool is_part =
        options.from_ns || options.to_ns || panels[panel].shown || !panels[panel].lanes.empty();
    if (is_part) {
      not_shown[panel] = add_part(panels[panel], details[panel], options, panel, colours, all);
    } else if (panels[panel].colouring == nullptr) {
      add_types(*panels[panel].trace, panel, colours, all);
    } else {
      add_categories(panels[panel], panel, colours, all);
    }
  }
  return all;
}

bool has_runs_without_task(const std::vector<Panel>& panels) {
  for (const Panel& panel : panels) {
    for (const traces::Lane& lane : panel.trace->lanes) {
      for (std::size_t i = 0; i < lane.spans.size(); ++i) {
        if (lane.spans.kind[i] == traces::SpanKind::run && lane.spans.task[i].is_none()) return true;
      }
    }
  }
  return false;
}

/// In a square above the baseline and a little below.
void draw_sample(Canvas& canvas, const LegendEntry& entry, double x, double baseline) {
  const double top = baseline - 12.0;
  const double bottom = baseline + 2.0;
  const Point begin{x, (top + bottom) / 2.0};
  const Point end{x + swatch, begin.y};
  Path path;
  switch (entry.sample) {
    case LegendSample::none:
      return;
    case LegendSample::triangle: {
      Path tint;
      tint.rectangle(x, top, x + swatch, bottom);
      canvas.fill(tint, tint_of(entry.colour), "");
      path.move_to(x, top);
      path.line_to(x + swatch, bottom);
      path.line_to(x, bottom);
      break;
    }
    case LegendSample::box:
      add_rounded(path, x, top + 1.0, x + swatch, bottom - 1.0, 3.0);
      break;
    case LegendSample::version:
      path.rectangle(x, top + 1.0, x + swatch, bottom - 1.0);
      break;
    case LegendSample::junction:
      add_disc(path, {x + swatch / 2.0, begin.y}, 4.0);
      break;
    case LegendSample::dashes:
    case LegendSample::dots:
      add_open(path, std::array{begin, end});
      canvas.stroke(path,
                    {.width = 1.3,
                     .dash = entry.sample == LegendSample::dots ? 1.65 : 4.4,
                     .gap = entry.sample == LegendSample::dots ? 2.75 : 3.3,
                     .colour = entry.colour},
                    "");
      return;
  }
  canvas.fill(path, entry.colour, "");
}

}  // namespace

Legend::Legend(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
               const FigureOptions& options, const CategoryColours& colours, int width) {
  std::vector<double> not_shown;
  const std::vector<Shares> types = shares_by_category(panels, details, options, colours, not_shown);
  std::vector<std::size_t> order;
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (types[type].ran) order.push_back(type);
  }
  const auto sum = [&](std::size_t type) {
    return std::accumulate(types[type].of_panel.begin(), types[type].of_panel.end(), 0.0);
  };
  // Types by weight; a colouring's categories have an order of their own.
  const traces::Colouring* const colouring = panels.empty() ? nullptr : panels[0].colouring.get();
  if (colouring == nullptr)
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sum(a) > sum(b); });
  const std::size_t named = order.size() > most_legend_entries ? most_legend_entries - 1 : order.size();
  std::vector<double> rest(panels.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Shares& shares = types[order[i]];
    if (i < named) {
      const std::string name =
          shortened(printable(colours.names()[order[i]]), widest_legend_name, label_size);
      entries_.push_back({name + wide_space + listed(shares.of_panel), shares.colour});
    } else {
      for (std::size_t panel = 0; panel < rest.size(); ++panel) rest[panel] += shares.of_panel[panel];
    }
  }
  if (order.size() > named) {
    entries_.push_back({count_text(order.size() - named) + (colouring == nullptr ? " more types" : " more") +
                            wide_space + listed(rest),
                        {},
                        LegendSample::none});
  }
  std::vector<Colour> worn;
  for (const std::size_t type : order) worn.push_back(types[type].colour);
  const std::string shared = colouring == nullptr ? traces::shared_colours_text(worn) : "";
  if (!shared.empty()) entries_.push_back({shared, {}, LegendSample::none});
  const bool some_not_shown =
      std::any_of(panels.begin(), panels.end(), [](const Panel& panel) { return panel.shown != nullptr; });
  if (some_not_shown) {
    entries_.push_back({"not shown" + std::string(wide_space) + listed(not_shown), filtered_colour});
  } else if (has_runs_without_task(panels)) {
    entries_.push_back({no_task_name, no_task_colour});
  }
  std::string header = panels.size() > 1 ? "share of busy time, from the top:" : "share of busy time:";
  if (colouring != nullptr) header = colouring->title() + ", " + header;
  if (!entries_.empty()) entries_.insert(entries_.begin(), {header, {}, LegendSample::none});
  place(width);
}

Legend::Legend(std::vector<LegendEntry> entries, int width) : entries_(std::move(entries)) {
  place(width);
}

void Legend::place(int width) {
  double x = 0.0;
  for (const LegendEntry& entry : entries_) {
    const double entry_width =
        (entry.sample == LegendSample::none ? 0.0 : swatch + swatch_gap) + text_width(entry.text, label_size);
    if (x > 0.0 && x + entry_width > width) {
      x = 0.0;
      ++lines_;
    }
    places_.push_back({lines_, x});
    x += entry_width + entry_gap;
  }
  if (!entries_.empty()) ++lines_;
}

void Legend::draw(Canvas& canvas, int left, int top) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const LegendEntry& entry = entries_[i];
    const double baseline = top + places_[i].line * legend_line_height + 15;
    double x = left + places_[i].x;
    draw_sample(canvas, entry, x, baseline);
    if (entry.sample != LegendSample::none) x += swatch + swatch_gap;
    canvas.text({x, baseline}, entry.text, {.size = label_size});
  }
}

}  // namespace gusset::figure
