#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "canvas/canvas.hpp"
#include "category_colours.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "panel_detail.hpp"

namespace gusset::paper {

/// What stands before an entry's words.
enum class LegendSample : std::uint8_t {
  none,
  triangle,  ///< of a timeline
  box,       ///< of a task in a graph
  version,   ///< of data
  junction,  ///< where all of several tasks wait for all of several others
  dashes,
  dots,
};

struct LegendEntry {
  std::string text;
  Colour colour;
  LegendSample sample = LegendSample::triangle;
};

/// A type, or a category of a colouring, that a legend may name.
struct LegendName {
  Colour colour;
  bool is_there = false;
  double weight = 0.0;  ///< the heaviest types come first; categories have an order of their own
};

/// An entry for each of the colours' names that is there, with what `amount_of` says of it: the least of many
/// are summed up, and one more entry tells where types share colours. A null colouring: types.
std::vector<LegendEntry> named_entries(
    const CategoryColours& colours, const traces::Colouring* colouring, std::span<const LegendName> names,
    LegendSample sample, const std::function<std::string(std::span<const std::size_t>)>& amount_of);

/// Of the work of tasks that are not shown.
LegendEntry not_shown_entry(const std::string& amount, LegendSample sample);

/// Entries in lines. Of traces: names every task type that ran, with its share of busy time in each panel;
/// the least of many are summed up.
class Legend {
 public:
  /// Breaks lines at `width` pixels.
  Legend(std::vector<LegendEntry> entries, int width);
  /// Shares of the part of the time that the options tell, of the tasks that are shown. `details` are the
  /// panels'.
  Legend(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
         const FigureOptions& options, const CategoryColours& colours, int width);

  int lines() const { return lines_; }
  void draw(Canvas& canvas, int left, int top) const;

 private:
  struct Place {
    int line = 0;
    double x = 0.0;
  };
  void place(int width);

  std::vector<LegendEntry> entries_;
  std::vector<Place> places_;
  int lines_ = 0;
};

}  // namespace gusset::paper
