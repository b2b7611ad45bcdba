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
#include "gusset/traces/picture/timeline/hatching.hpp"
#include "panel_detail.hpp"

namespace gusset::paper {

/// The sample before an entry's text.
enum class LegendSample : std::uint8_t {
  none,
  triangle,  ///< of a timeline
  box,       ///< task in a graph, or of a timeline with boxes
  version,   ///< data version
  junction,  ///< joins many tasks to many that wait for all of them
  dashes,
  dots,
  hatching,   ///< of idle time
  frame,      ///< around a task
  upper_bar,  ///< at the top of a task
};

struct LegendEntry {
  std::string text;
  Colour colour;
  LegendSample sample = LegendSample::triangle;
  picture::Hatching hatching = picture::Hatching::rising;
  bool begins_line = false;
};

/// A type, or a category of a colouring, that a legend may list.
struct LegendName {
  Colour colour;
  bool is_present = false;
  double weight = 0.0;  ///< types are sorted by descending weight; categories keep their order
};

/// Makes an entry for each of the colours' names that occurs, with the text of `amount_of`. Sums up the
/// smallest entries if there are many. If types share colours, one more entry says so. A null colouring means
/// types.
std::vector<LegendEntry> named_entries(
    const CategoryColours& colours, const traces::Colouring* colouring, std::span<const LegendName> names,
    LegendSample sample, const std::function<std::string(std::span<const std::size_t>)>& amount_of);

/// The entry for the work of hidden tasks.
LegendEntry not_shown_entry(const std::string& amount, LegendSample sample);

/// Legend entries in lines. The legend of traces lists every task type that ran with its share of busy time
/// in each panel, and sums up the smallest if there are many. Then it explains what is drawn over the rows:
/// the causes of idle time with their shares of the workers' time, the critical path, bounds, and selected
/// tasks.
class Legend {
 public:
  /// Breaks lines at `width` pixels.
  Legend(std::vector<LegendEntry> entries, int width);
  /// Makes a legend of traces. Shares are those of the shown tasks in the part of the time that the options
  /// choose. `details` must be the panels'.
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
