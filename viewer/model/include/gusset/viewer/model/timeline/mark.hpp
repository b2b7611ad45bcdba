#pragma once
#include "gusset/traces/model/mark.hpp"

namespace gusset::viewer {

using traces::Mark;

}  // namespace gusset::viewer
