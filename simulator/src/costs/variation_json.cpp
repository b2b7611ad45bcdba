#include "costs/variation_json.hpp"

#include <algorithm>

namespace gusset::simulator {
namespace {

constexpr NumberRange time_range{0, 1e9, "seconds from 0 to 1e9"};
constexpr NumberRange rate_range{0, 1e9, "a number per second from 0 to 1e9"};
constexpr NumberRange factor_range{0, 1e9, "a factor above 0, at most 1e9", true};
constexpr NumberRange correlation_range{0, 1, "a number from 0 to 1"};
constexpr NumberRange relative_range{0, 1e9, "a ratio from 0 to 1e9"};
constexpr NumberRange touch_range{0, 1e9, "seconds per byte from 0 to 1e9"};
constexpr NumberRange task_range{1, 9e15, "a whole number above 0"};

Interruptions interruptions_from(const JsonField& field) {
  Interruptions result;
  if (field.is_null()) return result;
  result.per_s = field.at("per_s").number(rate_range);
  result.lengths_s =
      field.at("lengths_s").list_of([](const JsonField& each) { return each.number(time_range); });
  if (!std::ranges::is_sorted(result.lengths_s))
    throw field.at("lengths_s").expected("ascending lengths", "a length after a longer one");
  result.count = field.at("count").count();
  result.observed_s = field.at("observed_s").number(time_range);
  result.is_measured = field.at("measured").flag();
  field.refuse_other_members();
  return result;
}

SpeedStates speed_from(const JsonField& field) {
  SpeedStates result;
  if (field.is_null()) return result;
  result.fast_factor = field.at("fast_factor").number(factor_range);
  result.slow_factor = field.at("slow_factor").number(factor_range);
  result.fast_s = field.at("fast_s").number(time_range);
  result.slow_s = field.at("slow_s").number(time_range);
  result.correlation = field.at("correlation").number(correlation_range);
  result.windows = field.at("windows").count(task_range);
  field.refuse_other_members();
  return result;
}

FirstTouch first_touch_from(const JsonField& field) {
  FirstTouch result;
  result.type = field.at("type").text();
  result.s_per_byte = field.at("s_per_byte").number(touch_range);
  result.count = field.at("count").count(task_range);
  if (const JsonField runs = field.at("by_run_s_per_byte"); !runs.is_null())
    result.by_run_s_per_byte = runs.list_of([](const JsonField& each) { return each.number(touch_range); });
  field.refuse_other_members();
  return result;
}

MeasuredRun run_from(const JsonField& field) {
  MeasuredRun result;
  result.factor = field.at("factor").number(factor_range);
  result.deviation = field.at("deviation").number(relative_range);
  field.refuse_other_members();
  return result;
}

}  // namespace

Variation variation_from(const JsonField& field) {
  Variation result;
  if (field.is_null()) return result;
  result.interruptions = interruptions_from(field.at("interruptions"));
  result.speed = speed_from(field.at("speed"));
  if (const JsonField touches = field.at("first_touches"); !touches.is_null()) {
    result.first_touches = touches.list_of(first_touch_from);
    std::ranges::sort(result.first_touches, {}, &FirstTouch::type);
    const auto twice = std::ranges::adjacent_find(result.first_touches, {}, &FirstTouch::type);
    if (twice != result.first_touches.end())
      throw touches.expected("each type once", describe(twice->type) + " twice");
  }
  if (const JsonField runs = field.at("runs"); !runs.is_null()) result.runs = runs.list_of(run_from);
  field.refuse_other_members();
  return result;
}

nlohmann::ordered_json to_json(const Variation& variation) {
  nlohmann::ordered_json document;
  if (const Interruptions& lost = variation.interruptions; lost != Interruptions{}) {
    document["interruptions"] = {{"per_s", lost.per_s},
                                 {"lengths_s", lost.lengths_s},
                                 {"count", lost.count},
                                 {"observed_s", lost.observed_s},
                                 {"measured", lost.is_measured}};
  }
  if (const SpeedStates& speed = variation.speed; speed.windows > 0) {
    document["speed"] = {{"fast_factor", speed.fast_factor}, {"slow_factor", speed.slow_factor},
                         {"fast_s", speed.fast_s},           {"slow_s", speed.slow_s},
                         {"correlation", speed.correlation}, {"windows", speed.windows}};
  }
  for (const FirstTouch& touch : variation.first_touches) {
    document["first_touches"].push_back(
        {{"type", touch.type}, {"s_per_byte", touch.s_per_byte}, {"count", touch.count}});
    if (!touch.by_run_s_per_byte.empty())
      document["first_touches"].back()["by_run_s_per_byte"] = touch.by_run_s_per_byte;
  }
  for (const MeasuredRun& run : variation.runs)
    document["runs"].push_back({{"factor", run.factor}, {"deviation", run.deviation}});
  return document;
}

}  // namespace gusset::simulator
