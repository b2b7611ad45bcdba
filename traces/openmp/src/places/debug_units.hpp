#pragma once
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gusset::ompt {

/// A function in debugging information.
struct DebuggedFunction {
  Dwarf_Die die{};
  Dwarf_Die unit{};      ///< the compilation unit that contains it
  Dwarf_Addr entry = 0;  ///< as in the file
  Dwarf_Addr bias = 0;   ///< what the process adds to the file's addresses
};

/// The compilation units of a process's files and their functions. Reads each unit once.
class DebugUnits {
 public:
  explicit DebugUnits(Dwfl* process) : process_(process) {}

  /// A compilation unit, and what the process adds to the file's addresses.
  struct Unit {
    Dwarf_Die* die = nullptr;  ///< null if no unit contains the address
    Dwarf_Addr bias = 0;
  };
  Unit unit_at(Dwarf_Addr address) const;

  /// All functions with code in the unit that contains the address.
  const std::vector<DebuggedFunction>& functions_in_unit_at(Dwarf_Addr address);
  /// The function that contains the address; null if there is none.
  const DebuggedFunction* function_at(Dwarf_Addr address);
  /// The function that begins at the address; null if there is none.
  const DebuggedFunction* function_that_begins_at(Dwarf_Addr address);

 private:
  Dwfl* process_;
  std::map<std::pair<void*, Dwarf_Addr>, std::vector<DebuggedFunction>> functions_;  // by unit and bias
};

/// The name that the linker knows: "_Z4workPd", "dgemm". Empty if there is none.
std::string linker_name(Dwarf_Die* function);

/// The file that declares a function, with its path. Empty if there is none.
std::string declaring_file(Dwarf_Die* function);

/// The entry that an attribute refers to. False if there is none.
bool follow(Dwarf_Die* die, unsigned attribute, Dwarf_Die& target);

}  // namespace gusset::ompt
