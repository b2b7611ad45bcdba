#include "gusset/viewer/model/what_if/prediction.hpp"

#include <nlohmann/json.hpp>

namespace gusset::viewer {

Result<Prediction> parse_prediction(const std::string& text, const std::string& name) {
  using nlohmann::json;
  try {
    const json document = json::parse(text);
    if (!document.is_object() || document.value("format", "") != "gusset statistics")
      return Error{name, "statistics of the simulator", "another document"};
    if (document.at("makespan_s").is_null())
      return Error{name, "predicted times", "counts without times"};
    Prediction prediction;
    prediction.makespan_s = document.at("makespan_s").get<double>();
    prediction.least_s = prediction.most_s = prediction.makespan_s;
    if (const json& range = document.at("makespan_range_s"); !range.is_null()) {
      prediction.least_s = range.at("min").get<double>();
      prediction.most_s = range.at("max").get<double>();
      prediction.seeds = range.at("seeds").get<std::uint64_t>();
    }
    if (const json& bounds = document.at("bounds"); !bounds.is_null()) {
      prediction.bounds =
          Prediction::Bounds{bounds.at("work_s").get<double>(), bounds.at("critical_path_s").get<double>(),
                             bounds.at("network_s").get<double>()};
    }
    for (const json& assumption : document.at("inputs").at("assumptions"))
      prediction.assumptions.push_back(assumption.get<std::string>());
    return prediction;
  } catch (const json::exception& error) {
    return Error{name, "statistics of the simulator", error.what()};
  }
}

}  // namespace gusset::viewer
