#include "places/debug_units.hpp"

#include <dwarf.h>

namespace gusset::ompt {
namespace {

/// Appends all functions with code below an entry. Functions that g++ makes from tasks are inside the
/// functions that contain the tasks.
void collect_functions(Dwarf_Die parent, const DebugUnits::Unit& unit, std::vector<DebuggedFunction>& found) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do {
    switch (dwarf_tag(&child)) {
      case DW_TAG_subprogram: {
        DebuggedFunction function{child, *unit.die, 0, unit.bias};
        if (dwarf_entrypc(&child, &function.entry) == 0) found.push_back(function);
        collect_functions(child, unit, found);
        break;
      }
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_lexical_block:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
        collect_functions(child, unit, found);
        break;
      default:
        break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

}  // namespace

DebugUnits::Unit DebugUnits::unit_at(Dwarf_Addr address) const {
  Unit unit;
  Dwfl_Module* const module = process_ == nullptr ? nullptr : dwfl_addrmodule(process_, address);
  if (module == nullptr) return unit;
  unit.die = dwfl_module_addrdie(module, address, &unit.bias);
  if (unit.die != nullptr && dwarf_haspc(unit.die, address - unit.bias) == 1) return unit;
  // The lookup above needs an address index, which clang does not write. Without one, it may return a
  // neighbouring unit that g++ compiled.
  for (unit.die = dwfl_module_nextcu(module, nullptr, &unit.bias); unit.die != nullptr;
       unit.die = dwfl_module_nextcu(module, unit.die, &unit.bias)) {
    if (dwarf_haspc(unit.die, address - unit.bias) == 1) break;
  }
  return unit;
}

const std::vector<DebuggedFunction>& DebugUnits::functions_in_unit_at(Dwarf_Addr address) {
  const Unit unit = unit_at(address);
  const auto key =
      unit.die == nullptr ? std::pair<void*, Dwarf_Addr>{} : std::pair{unit.die->addr, unit.bias};
  const auto [found, is_new] = functions_.try_emplace(key);
  if (is_new && unit.die != nullptr) collect_functions(*unit.die, unit, found->second);
  return found->second;
}

const DebuggedFunction* DebugUnits::function_at(Dwarf_Addr address) {
  for (const DebuggedFunction& function : functions_in_unit_at(address)) {
    Dwarf_Die die = function.die;
    if (dwarf_haspc(&die, address - function.bias) == 1) return &function;
  }
  return nullptr;
}

const DebuggedFunction* DebugUnits::function_that_begins_at(Dwarf_Addr address) {
  for (const DebuggedFunction& function : functions_in_unit_at(address)) {
    if (function.entry + function.bias == address) return &function;
  }
  return nullptr;
}

std::string linker_name(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name}) {
    if (dwarf_attr_integrate(function, name, &attribute) == nullptr) continue;
    if (const char* const text = dwarf_formstring(&attribute)) return text;
  }
  return {};
}

std::string declaring_file(Dwarf_Die* function) {
  // dwarf_decl_file refuses file 0, which clang uses for the unit's own file.
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Die unit;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_attr_integrate(function, DW_AT_decl_file, &attribute) == nullptr ||
      dwarf_formudata(&attribute, &number) != 0 ||
      dwarf_cu_die(attribute.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == nullptr ||
      dwarf_getsrcfiles(&unit, &files, &count) != 0 || number >= count)
    return {};
  const char* const file = dwarf_filesrc(files, number, nullptr, nullptr);
  return file == nullptr ? "" : file;
}

bool follow(Dwarf_Die* die, unsigned attribute, Dwarf_Die& target) {
  Dwarf_Attribute reference;
  return dwarf_attr(die, attribute, &reference) != nullptr &&
         dwarf_formref_die(&reference, &target) != nullptr;
}

}  // namespace gusset::ompt
