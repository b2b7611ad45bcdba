#include "places/task_bodies.hpp"

#include <dwarf.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace gusset::ompt {
namespace {

bool is_made_by_gnu(Dwarf_Die function) {
  return linker_name(&function).find("._omp_fn.") != std::string::npos;
}

/// The line at which a function begins: the line of the first statement at its entry. Line entries that begin
/// no statement may belong to the end of the preceding function.
std::optional<SourceLine> first_line(const DebuggedFunction& function) {
  Dwarf_Die unit = function.unit;
  Dwarf_Lines* lines = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrclines(&unit, &lines, &count) != 0) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    Dwarf_Line* const line = dwarf_onesrcline(lines, i);
    Dwarf_Addr address = 0;
    bool is_end = false;
    bool is_statement = false;
    if (dwarf_lineaddr(line, &address) != 0 || address != function.entry) continue;
    if (dwarf_lineendsequence(line, &is_end) != 0 || is_end) continue;
    if (dwarf_linebeginstatement(line, &is_statement) != 0 || !is_statement) continue;
    SourceLine found;
    const char* const file = dwarf_linesrc(line, nullptr, nullptr);
    if (file == nullptr || dwarf_lineno(line, &found.number) != 0 || found.number == 0) return std::nullopt;
    found.file = file;
    return found;
  }
  return std::nullopt;
}

/// The address of a function that a call passes; 0 if the argument is not a constant.
Dwarf_Addr constant_argument(Dwarf_Die parameter) {
  Dwarf_Attribute value;
  if (dwarf_attr(&parameter, DW_AT_call_value, &value) == nullptr &&
      dwarf_attr(&parameter, DW_AT_GNU_call_site_value, &value) == nullptr)
    return 0;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(&value, &operations, &count) != 0 || count != 1) return 0;
  return operations[0].atom == DW_OP_addr ? operations[0].number : 0;
}

/// Whether two paths name one file. Compilers write a file's path in several ways.
bool is_same_file(const std::string& a, const std::string& b) {
  return std::filesystem::path(a).filename() == std::filesystem::path(b).filename();
}

/// Adds the files of the functions inlined below an entry: to `here` if the function contains the address,
/// otherwise to `elsewhere`.
void add_inlined_files(Dwarf_Die parent, Dwarf_Addr address, std::set<std::string>& here,
                       std::set<std::string>& elsewhere) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) continue;
    if (tag == DW_TAG_inlined_subroutine)
      (dwarf_haspc(&child, address) == 1 ? here : elsewhere).insert(declaring_file(&child));
    add_inlined_files(child, address, here, elsewhere);
  } while (dwarf_siblingof(&child, &child) == 0);
}

}  // namespace

std::uint64_t TaskBodies::passed_body(std::uint64_t return_address) {
  const DebuggedFunction* const caller = units_.function_at(return_address - 1);
  if (caller == nullptr) return 0;
  const Dwarf_Addr bias = caller->bias;
  for (CallSite& site : call_sites(*caller)) {
    if (site.call + 1 + bias != return_address) continue;
    Dwarf_Die parameter;
    if (dwarf_child(&site.die, &parameter) != 0) return 0;
    do {
      const Dwarf_Addr address = constant_argument(parameter);
      if (address != 0 && units_.function_that_begins_at(address + bias) != nullptr) return address + bias;
    } while (dwarf_siblingof(&parameter, &parameter) == 0);
  }
  return 0;
}

std::optional<SourceLine> TaskBodies::directive(std::uint64_t return_address, std::uint64_t body) {
  const std::uint64_t address = body != 0 ? body : passed_body(return_address);
  const DebuggedFunction* const function = address == 0 ? nullptr : units_.function_that_begins_at(address);
  if (function == nullptr || !is_made_by_gnu(function->die)) return std::nullopt;
  return first_line(*function);
}

std::string TaskBodies::called_function(std::uint64_t return_address, std::uint64_t body,
                                        const SourceLine& line) {
  if (body != 0) {
    const DebuggedFunction* const function = units_.function_that_begins_at(body);
    return function == nullptr ? std::string() : called_.only_one(*function);
  }
  std::set<std::string> names;  // instances of a template may call different functions
  for (const DebuggedFunction& function : units_.functions_in_unit_at(return_address - 1)) {
    Dwarf_Die die = function.die;
    int declared = 0;
    if (linker_name(&die).find(".omp_task_entry.") == std::string::npos) continue;
    if (dwarf_decl_line(&die, &declared) != 0 || declared != line.number) continue;
    if (is_same_file(declaring_file(&die), line.file)) names.insert(called_.only_one(function));
  }
  return names.size() == 1 ? *names.begin() : std::string();
}

std::string TaskBodies::file_instead_of(const std::string& file, std::uint64_t address) {
  const DebuggedFunction* const function = units_.function_at(address);
  if (function == nullptr) return {};
  Dwarf_Die die = function->die;
  std::string own = declaring_file(&die);
  if (is_made_by_gnu(die)) {
    const std::optional<SourceLine> begin = first_line(*function);
    if (begin) own = begin->file;
  }
  std::set<std::string> here;
  std::set<std::string> elsewhere;
  add_inlined_files(die, address - function->bias, here, elsewhere);
  const bool is_wrong = !own.empty() && file != own && !here.contains(file) && elsewhere.contains(file);
  return is_wrong ? own : std::string();
}

}  // namespace gusset::ompt
