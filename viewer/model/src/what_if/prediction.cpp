#include "gusset/viewer/model/what_if/prediction.hpp"

#include "gusset/base/json_field.hpp"

namespace gusset::viewer {

Result<Prediction> parse_prediction(const std::string& text, const std::string& name) {
  return read_document(text, name, [](const JsonField& document) {
    document.check_format("gusset statistics", 1);
    Prediction prediction;
    prediction.makespan_s = document.at("makespan_s").number({0.0, 1e100, "predicted times"});
    prediction.min_s = prediction.max_s = prediction.makespan_s;
    if (const auto range = document.find("makespan_range_s")) {
      prediction.min_s = range->at("min").number();
      prediction.max_s = range->at("max").number();
      prediction.seeds = range->at("seeds").count();
    }
    if (const auto interval = document.find("makespan_90_percent_interval_s");
        interval && !interval->is_null())
      prediction.interval = {interval->at("low").number(), interval->at("high").number()};
    prediction.bounds = document.at("bounds").unless_null([](const JsonField& bounds) {
      return Prediction::Bounds{bounds.at("work_s").number(), bounds.at("critical_path_s").number(),
                                bounds.at("network_s").number()};
    });
    prediction.assumptions = document.at("inputs").at("assumptions").texts();
    const auto reasons = document.at("inputs").find("reasons");
    if (reasons && !reasons->is_null()) prediction.doubts = reasons->texts();
    if (const auto recorded = document.at("inputs").find("recorded"))
      prediction.is_recorded = recorded->flag();
    return prediction;
  });
}

}  // namespace gusset::viewer
