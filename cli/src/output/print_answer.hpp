#pragma once
#include <string>

#include "gusset/traces/answers/answer.hpp"

namespace gusset::cli {

/// The answer as a terminal shows it: the verdict's headline and sentences, the trace's notes, then each
/// table after an empty line.
std::string answer_text(const traces::Answer& answer);
std::string table_text(const traces::Table& table);

}  // namespace gusset::cli
