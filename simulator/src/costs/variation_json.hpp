#pragma once
#include "gusset/base/json_field.hpp"
#include "gusset/simulator/costs/variation.hpp"

namespace gusset::simulator {

/// Reads the cost file's object "variation" (docs/costs.md). A null field has nothing measured. Throws
/// DocumentError.
Variation variation_from(const JsonField& field);

/// Returns the object that variation_from reads.
nlohmann::ordered_json to_json(const Variation& variation);

}  // namespace gusset::simulator
