#include "gusset/traces/exchange/part_path.hpp"

#include <string>

namespace gusset::traces {
namespace {

constexpr const char* mark = ".node";

}  // namespace

std::filesystem::path part_path(const std::filesystem::path& trace, unsigned node) {
  return trace.parent_path() /
         (trace.stem().string() + mark + std::to_string(node) + trace.extension().string());
}

std::optional<std::filesystem::path> trace_of_part(const std::filesystem::path& part) {
  const std::string stem = part.stem().string();
  const std::size_t dot = stem.rfind('.');
  if (dot == std::string::npos || dot == 0) return std::nullopt;
  const std::size_t number = dot + std::string(mark).size();
  const bool is_part = stem.compare(dot, number - dot, mark) == 0 && number < stem.size() &&
                       stem.find_first_not_of("0123456789", number) == std::string::npos;
  if (!is_part) return std::nullopt;
  return part.parent_path() / (stem.substr(0, dot) + part.extension().string());
}

}  // namespace gusset::traces
