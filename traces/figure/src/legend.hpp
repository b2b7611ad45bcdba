#pragma once
#include <string>
#include <vector>

#include "canvas.hpp"
#include "category_colours.hpp"
#include "gusset/figure/figure.hpp"
#include "panel_detail.hpp"

namespace gusset::figure {

/// Names every task type that ran, with its share of busy time in each panel; the least of many are summed
/// up.
class Legend {
 public:
  /// Breaks lines at `width` pixels.
  /// Shares of the part of the time that the options tell, of the tasks that are shown. `details` are the
  /// panels'.
  Legend(const std::vector<Panel>& panels, const std::vector<PanelDetail>& details,
         const FigureOptions& options, const CategoryColours& colours, int width);

  int lines() const { return lines_; }
  void draw(Canvas& canvas, int left, int top) const;

 private:
  struct Entry {
    std::string text;
    Colour colour;
    bool has_swatch = true;
    int line = 0;
    double x = 0.0;
  };
  void place(int width);

  std::vector<Entry> entries_;
  int lines_ = 0;
};

}  // namespace gusset::figure
