#include "accuracy/scaling_picture.hpp"

#include <algorithm>
#include <fstream>

namespace accuracy {
namespace {

using nlohmann::json;

json point(std::size_t nodes, double value, double low, double high) {
  return {{"x", nodes}, {"y", value}, {"low", low}, {"high", high}};
}

json panel(const ScalingCurve& curve) {
  json predicted = json::array();
  json measured = json::array();
  json simple = json::array();
  for (const ScalingPrediction& prediction : curve.predictions) {
    predicted.push_back(point(prediction.nodes, curve.efficiency(prediction),
                              curve.efficiency(prediction, prediction.max_s),
                              curve.efficiency(prediction, prediction.min_s)));
    for (std::size_t i = 0; i < scaling_steps.size(); ++i) {
      if (scaling_steps[i].nodes != prediction.nodes) continue;
      const double value = curve.series->measured_efficiency[i];
      const double model = scaling_steps[i].simple_model;
      measured.push_back(point(prediction.nodes, value, value, value));
      simple.push_back(point(prediction.nodes, model, model, model));
    }
  }
  return {
      {"title", "N₁ = " + std::to_string(curve.series->rows_of_one_node / 1000) + " 000 rows on one node"},
      {"x_title", "nodes p"},
      {"y_title", "efficiency Sₚ ÷ (p · S₁)"},
      {"series",
       {{{"name", "measured (DuctTeip on Rackham)"}, {"style", "squares"}, {"points", measured}},
        {{"name", "predicted from S₁; bars: ranges over seeds"}, {"style", "discs"}, {"points", predicted}},
        {{"name", "a model of S₁, blocks and ports"}, {"style", "dashes"}, {"points", simple}}}}};
}

}  // namespace

double ScalingCurve::efficiency(const ScalingPrediction& prediction, double makespan_s) const {
  return prediction.work / makespan_s /
         (static_cast<double>(prediction.nodes) * predictions.front().flops_per_s());
}

void draw_scaling(const Laboratory& laboratory, const std::vector<ScalingCurve>& curves,
                  const std::string& path) {
  json panels = json::array();
  for (const ScalingCurve& curve : curves) panels.push_back(panel(curve));
  const std::string document = laboratory.file("curves.json");
  std::ofstream(document) << nlohmann::ordered_json{
      {"format", "gusset curves"},
      {"version", 1},
      {"title", "Weak scaling of a hierarchical Cholesky factorization"},
      {"panels", panels}};
  laboratory.gusset({"render", document, "-o", path});
}

}  // namespace accuracy
