#pragma once
#include "gusset/traces/units.hpp"

namespace gusset::cli {

// How times, sizes and shares are written is the same in the library's sentences and in the commands'.
using traces::bytes_text;
using traces::count_text;
using traces::deviation_text;
using traces::duration_text;
using traces::duration_text_ns;
using traces::fixed_text;
using traces::percent_text;
using traces::seconds;

}  // namespace gusset::cli
