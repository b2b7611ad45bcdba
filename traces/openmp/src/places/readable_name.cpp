#include "places/readable_name.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace gusset::ompt {
namespace {

/// Turns "(anonymous namespace)::sort(int*, int*) const" into "(anonymous namespace)::sort".
std::string without_parameters(const std::string& function) {
  const std::size_t close = function.rfind(')');
  if (close == std::string::npos) return function;
  int open = 0;
  for (std::size_t i = close + 1; i-- > 1;) {
    if (function[i] == ')') ++open;
    if (function[i] == '(' && --open == 0) return function.substr(0, i);
  }
  return function;
}

/// Turns "void sort<long int>" into "sort<long int>". The demangled name of a function template includes the
/// result type.
std::string without_result(const std::string& function) {
  // Blanks belong to the name after "operator", and within brackets.
  const std::size_t end = std::min(function.find("operator"), function.size());
  std::size_t begin = 0;
  int open = 0;
  for (std::size_t i = 0; i < end; ++i) {
    if (std::string("<({[").find(function[i]) != std::string::npos) ++open;
    if (std::string(">)}]").find(function[i]) != std::string::npos) --open;
    if (function[i] == ' ' && open == 0) begin = i + 1;
  }
  return function.substr(begin);
}

}  // namespace

std::string readable_name(const std::string& symbol) {
  std::string name = symbol;
  if (const auto end = name.find("._omp_fn."); end != std::string::npos) name.resize(end);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || plain == nullptr) return name;
  return without_result(without_parameters(plain.get()));
}

}  // namespace gusset::ompt
