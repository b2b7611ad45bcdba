#include "gusset/traces/picture/charts/panel_chart.hpp"

#include <memory>
#include <utility>

namespace gusset::picture {

PanelChart panel_chart(FlameChart chart) {
  const auto shared = std::make_shared<const FlameChart>(std::move(chart));
  return {shared->title, "tasks that took time", [shared](int) { return flame_height(*shared); },
          [shared](Canvas& canvas, const PanelBox& box) { draw_flame(canvas, *shared, box); }};
}

PanelChart panel_chart(MatrixChart chart) {
  const auto shared = std::make_shared<const MatrixChart>(std::move(chart));
  return {shared->title, "messages between nodes",
          [shared](int width) { return matrix_height(*shared, width); },
          [shared](Canvas& canvas, const PanelBox& box) { draw_matrix(canvas, *shared, box); }};
}

}  // namespace gusset::picture
