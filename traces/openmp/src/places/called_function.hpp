#pragma once
#include <set>
#include <string>

#include "places/debug_units.hpp"

namespace gusset::ompt {

/// A call that debugging information describes.
struct CallSite {
  Dwarf_Die die{};
  Dwarf_Addr call = 0;      ///< an address within the call's instruction, as in the file
  std::string callee;       ///< the name that the linker knows; empty for a call through a pointer
  Dwarf_Die callee_die{};   ///< meaningful if `callee` is not empty
  bool is_inlined = false;  ///< the call is in the description of an inlined function
};

/// All calls in a function's own code and in what was inlined into it.
std::vector<CallSite> call_sites(const DebuggedFunction& function);

/// Finds which function a task exists to call.
class CalledFunctions {
 public:
  explicit CalledFunctions(Dwfl* process) : process_(process) {}

  /// The readable name of the only function that the task's body calls, inlined or not. If it calls several,
  /// the only one that is not of the C or C++ library. The OpenMP runtime and what compilers insert do not
  /// count. Empty if there is no such function, or if the body might call a function that is not described.
  std::string only_one(const DebuggedFunction& body);

 private:
  bool is_of_language(const std::string& symbol);

  Dwfl* process_;
  bool has_library_ = false;
  std::set<std::string> library_;  ///< functions of the C and C++ libraries
};

}  // namespace gusset::ompt
