#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "canvas/canvas.hpp"
#include "category_colours.hpp"
#include "gusset/traces/paper/figure/figure.hpp"
#include "panel_detail.hpp"

namespace gusset::figure {

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

inline constexpr std::size_t most_legend_entries = 24;
/// Stands between a name and its numbers: SVG would merge two plain spaces.
inline constexpr const char* wide_space = "\xE2\x80\x82";
inline constexpr double widest_legend_name = 260.0;

}  // namespace gusset::figure
