#pragma once
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "gusset/core/ids.hpp"

namespace gusset::detail {

/// What is the same in all drawings for Graphviz.
inline constexpr const char* dot_end = "}\n";
inline constexpr const char* dot_commuting = " [dir=none, style=dashed, constraint=false]";

/// A label's text between quotes. Graphviz reads backslashes and HTML entities in it.
std::string dot_escaped(std::string_view text);

/// Beginning of a drawing, with the shape of its tasks.
void dot_begin(std::ostream& out, const char* name, const char* task_attributes);
void dot_task(std::ostream& out, std::uint32_t task, TaskTypeId type);
std::string dot_name(std::uint32_t task);
void dot_edge(std::ostream& out, const std::string& from, const std::string& to, const char* attributes = "");

}  // namespace gusset::detail
