#include "legend.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include "canvas/canvas.hpp"
#include "canvas/text.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/traces/picture/timeline/idle_columns.hpp"
#include "idle_painter.hpp"
#include "layout.hpp"
#include "path_legend.hpp"

namespace gusset::paper {
namespace {

constexpr double swatch = 14.0;
constexpr double swatch_gap = 6.0;
constexpr double entry_gap = 22.0;
constexpr std::size_t max_legend_entries = 24;
/// An en space separates a name from its numbers: SVG would merge two plain spaces.
constexpr const char* wide_space = "\xE2\x80\x82";
constexpr double widest_legend_name = 260.0;

struct Shares {
  std::vector<double> of_panel;
  bool ran = false;
  Colour colour;
};

/// Writes "61.2 %", or for several panels "61.2 | 60.8 %".
std::string listed(const std::vector<double>& shares) {
  std::string text;
  for (const double share : shares) text += (text.empty() ? "" : " | ") + percent_digits(share);
  return text + " %";
}

// Returns busy time by category, summed over a panel's lanes.
std::vector<std::int64_t> busy_of(const traces::LevelOfDetail& detail, const Panel& panel,
                                  std::int64_t from_ns, std::int64_t to_ns) {
  std::vector<std::int64_t> sums(detail.categories(), 0);
  for (const std::size_t lane : lanes_of(panel)) detail.add_busy_ns(lane, from_ns, to_ns, sums);
  return sums;
}

std::int64_t sum_of(const std::vector<std::int64_t>& busy_ns) {
  return std::accumulate(busy_ns.begin(), busy_ns.end(), std::int64_t{0});
}

/// Returns the part of the time that the options choose, in a panel's own time.
std::pair<std::int64_t, std::int64_t> own_range(const FigureOptions& options, std::size_t panel) {
  constexpr std::int64_t unlimited_ns = std::int64_t{1} << 62;
  const auto own_ns = [&](std::int64_t time_ns) {
    if (!options.side_by_side) return time_ns;
    return static_cast<std::int64_t>(
        std::llround(options.side_by_side->placements[panel].own_from_axis(static_cast<double>(time_ns))));
  };
  return {options.from_ns ? own_ns(*options.from_ns) : -unlimited_ns,
          options.to_ns ? own_ns(*options.to_ns) : unlimited_ns};
}

/// Returns the shares of shown tasks by category, in a part of the time or of the rows; empty for categories
/// that did not run. Sets `not_shown` to the share of hidden tasks.
std::vector<std::optional<double>> shares_of_part(const Panel& panel, const PanelDetail& detail,
                                                  const FigureOptions& options, std::size_t number,
                                                  double& not_shown) {
  const auto [from_ns, to_ns] = own_range(options, number);
  const std::vector<std::int64_t> busy_ns = busy_of(detail.visible_detail(), panel, from_ns, to_ns);
  const std::int64_t shown_ns = sum_of(busy_ns);
  const std::int64_t all_ns =
      detail.shown == nullptr ? shown_ns : sum_of(busy_of(*detail.detail, panel, from_ns, to_ns));
  const auto all = static_cast<double>(all_ns);
  not_shown = all_ns == 0 ? 0.0 : static_cast<double>(all_ns - shown_ns) / all;
  std::vector<std::optional<double>> shares(std::min(detail.category_totals.size(), busy_ns.size()));
  for (std::size_t category = 0; category < shares.size(); ++category) {
    if (busy_ns[category] > 0) shares[category] = static_cast<double>(busy_ns[category]) / all;
  }
  return shares;
}

std::vector<std::optional<double>> shares_of_whole(const PanelDetail& detail) {
  std::vector<std::optional<double>> shares;
  for (const picture::CategoryTotal& total : detail.category_totals)
    shares.push_back(total.tasks > 0 ? std::optional(total.share) : std::nullopt);
  return shares;
}

/// Fills `not_shown` with each panel's share of hidden tasks.
std::vector<Shares> shares_by_category(const std::vector<Panel>& panels,
                                       const std::vector<PanelDetail>& details, const FigureOptions& options,
                                       const CategoryColours& colours, std::vector<double>& not_shown) {
  std::vector<Shares> all(colours.names().size(), {std::vector<double>(panels.size()), false, {}});
  not_shown.assign(panels.size(), 0.0);
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    const bool is_part =
        options.from_ns || options.to_ns || panels[panel].shown || !panels[panel].lanes.empty();
    const std::vector<std::optional<double>> shares =
        is_part ? shares_of_part(panels[panel], details[panel], options, panel, not_shown[panel])
        : details[panel].is_graph_only() ? std::vector<std::optional<double>>()
                                         : shares_of_whole(details[panel]);
    for (std::size_t category = 0; category < shares.size(); ++category) {
      if (!shares[category]) continue;
      Shares& of_name = all[colours.name_of(panel, category)];
      of_name.of_panel[panel] += *shares[category];
      // Types beyond the number of categories have the colour of the type that shares their category.
      if (!of_name.ran) of_name.colour = colours.of_categories(panel)[category % 256];
      of_name.ran = true;
    }
  }
  return all;
}

/// Returns the shares that causes of idle time have of the time of a panel's workers, in the part of the time
/// that the options choose.
std::array<double, traces::idle_causes> idle_shares(const Panel& panel, const PanelDetail& detail,
                                                    const FigureOptions& options, std::size_t number) {
  std::array<double, traces::idle_causes> shares{};
  const auto [from_ns, to_ns] = own_range(options, number);
  const std::int64_t begin_ns = std::max<std::int64_t>(from_ns, 0);
  const std::int64_t end_ns = std::min(to_ns, detail.totals.makespan_ns);
  const std::vector<traces::WorkerId> workers = picture::workers_of(*panel.trace, lanes_of(panel));
  if (panel.idle == nullptr || begin_ns >= end_ns) return shares;
  const double all_ns = static_cast<double>(end_ns - begin_ns) * static_cast<double>(workers.size());
  for (const traces::WorkerId worker : workers) {
    const traces::IdleParts parts = panel.idle->parts(worker, begin_ns, end_ns);
    for (std::size_t cause = 0; cause < shares.size(); ++cause)
      shares[cause] += static_cast<double>(parts.ns[cause]) / all_ns;
  }
  return shares;
}

/// Explains the hatching of idle time.
std::vector<LegendEntry> idle_entries(const std::vector<Panel>& panels,
                                      const std::vector<PanelDetail>& details, const FigureOptions& options) {
  std::array<std::vector<double>, traces::idle_causes> shares;
  for (std::size_t panel = 0; panel < panels.size(); ++panel) {
    const auto of_panel = idle_shares(panels[panel], details[panel], options, panel);
    for (std::size_t cause = 0; cause < shares.size(); ++cause) shares[cause].push_back(of_panel[cause]);
  }
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (std::all_of(shares[i].begin(), shares[i].end(), [](double share) { return share <= 0.0; })) continue;
    const auto cause = static_cast<traces::IdleCause>(i);
    const picture::CauseLook look = picture::cause_look(cause);
    entries.push_back({std::string(traces::cause_text(cause).heading) + wide_space + listed(shares[i]),
                       look.colour, LegendSample::hatching, look.hatching});
  }
  if (!entries.empty()) {
    entries.insert(entries.begin(), {"idle, share of the workers' time:", {}, LegendSample::none, {}, true});
  }
  return entries;
}

/// Draws the sample in a square from 12 pixels above the baseline to 2 pixels below it.
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
    case LegendSample::hatching: {
      const auto size = static_cast<int>(swatch);
      draw_hatch_sample(canvas, entry.colour, entry.hatching,
                        {static_cast<int>(std::lround(x)), static_cast<int>(std::lround(top)), size, size});
      return;
    }
    case LegendSample::frame:
      path.rectangle(x + 1.0, top + 1.0, x + swatch - 1.0, bottom - 1.0);
      path.line_to(x + 1.0, top + 1.0);
      canvas.stroke(path, {.width = 2.0, .colour = entry.colour}, "");
      return;
    case LegendSample::upper_bar: {
      Path tint;
      tint.rectangle(x, top, x + swatch, bottom);
      canvas.fill(tint, filtered_colour, "");
      path.rectangle(x, top, x + swatch, top + 4.0);
      break;
    }
    case LegendSample::dashes:
    case LegendSample::dots:
      add_polyline(path, std::array{begin, end});
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

std::vector<LegendEntry> named_entries(
    const CategoryColours& colours, const traces::Colouring* colouring, std::span<const LegendName> names,
    LegendSample sample, const std::function<std::string(std::span<const std::size_t>)>& amount_of) {
  std::vector<std::size_t> order;
  std::vector<Colour> used;
  for (std::size_t name = 0; name < names.size(); ++name) {
    if (!names[name].is_present) continue;
    order.push_back(name);
    used.push_back(names[name].colour);
  }
  if (colouring == nullptr)
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return names[a].weight > names[b].weight; });
  const std::size_t named = order.size() > max_legend_entries ? max_legend_entries - 1 : order.size();
  const auto rest = std::span<const std::size_t>(order).subspan(named);
  std::vector<LegendEntry> entries;
  for (const std::size_t& name : std::span(order).first(named)) {
    const std::string text = shortened(printable(colours.names()[name]), widest_legend_name, label_size);
    entries.push_back({text + wide_space + amount_of({&name, 1}), names[name].colour, sample});
  }
  if (!rest.empty()) {
    entries.push_back({count_text(rest.size()) + (colouring == nullptr ? " more types" : " more") +
                           wide_space + amount_of(rest),
                       {},
                       LegendSample::none});
  }
  const std::string shared = colouring == nullptr ? picture::shared_colours_text(used) : "";
  if (!shared.empty()) entries.push_back({shared, {}, LegendSample::none});
  return entries;
}

LegendEntry not_shown_entry(const std::string& amount, LegendSample sample) {
  return {"not shown" + std::string(wide_space) + amount, filtered_colour, sample};
}

Legend::Legend(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
               const FigureOptions& options, const CategoryColours& colours, int width) {
  std::vector<double> not_shown;
  const std::vector<Shares> shares = shares_by_category(panels, details, options, colours, not_shown);
  std::vector<LegendName> names;
  for (const Shares& of_name : shares)
    names.push_back({of_name.colour, of_name.ran,
                     std::accumulate(of_name.of_panel.begin(), of_name.of_panel.end(), 0.0)});
  const LegendSample sample = options.boxes ? LegendSample::box : LegendSample::triangle;
  const traces::Colouring* const colouring = panels.empty() ? nullptr : panels[0].colouring.get();
  entries_ = named_entries(colours, colouring, names, sample, [&](std::span<const std::size_t> of) {
    std::vector<double> sums(panels.size());
    for (const std::size_t name : of) {
      for (std::size_t panel = 0; panel < sums.size(); ++panel) sums[panel] += shares[name].of_panel[panel];
    }
    return listed(sums);
  });
  const bool some_not_shown =
      std::any_of(panels.begin(), panels.end(), [](const Panel& panel) { return panel.shown != nullptr; });
  if (some_not_shown) {
    entries_.push_back(not_shown_entry(listed(not_shown), sample));
  } else if (std::any_of(details.begin(), details.end(),
                         [](const PanelDetail& detail) { return detail.detail->has_runs_without_task(); })) {
    entries_.push_back({no_task_name, no_task_colour, sample});
  }
  std::string header = panels.size() > 1 ? "share of busy time, from the top:" : "share of busy time:";
  if (colouring != nullptr) header = colouring->title() + ", " + header;
  if (!entries_.empty()) entries_.insert(entries_.begin(), {header, {}, LegendSample::none});
  std::ranges::move(idle_entries(panels, details, options), std::back_inserter(entries_));
  std::ranges::move(path_entries(panels), std::back_inserter(entries_));
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
    if (x > 0.0 && (entry.begins_line || x + entry_width > width)) {
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

}  // namespace gusset::paper
