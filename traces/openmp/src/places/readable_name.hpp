#pragma once
#include <string>

namespace gusset::ompt {

/// A function's name as written in the program: demangled, without parameters, result type and clone suffix
/// ("f<int>" for "_Z1fIiEvT_.part.0"). For the outlined body of a region or a task, the function that
/// contains it.
std::string readable_name(const std::string& symbol);

}  // namespace gusset::ompt
