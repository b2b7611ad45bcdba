#include "places/called_function.hpp"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>

#include "places/readable_name.hpp"

namespace gusset::ompt {
namespace {

constexpr int max_depth = 4;  // of outlined functions that call each other

/// Whether a compiler made this function from a part of one of the program's functions.
bool is_outlined(const std::string& symbol) {
  return symbol.find("._omp_fn.") != symbol.npos || symbol.find(".omp_outlined") != symbol.npos ||
         symbol.find(".omp_task_entry.") != symbol.npos;
}

/// Whether this is a function of the OpenMP runtime, or one that compilers insert.
bool is_helper(const std::string& symbol) {
  static constexpr std::array<std::string_view, 15> prefixes = {
      "GOMP_",    "__kmpc_",  "omp_",         "kmp_",   "__asan_",
      "__tsan_",  "__ubsan_", "__cxa_",       "__gxx_", "__tls_",
      "_Unwind_", "llvm.",    "__stack_chk_", "mcount", "__clang_call_terminate"};
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return symbol.starts_with(prefix); });
}

bool has_flag(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  bool value = false;
  return dwarf_attr(&die, name, &attribute) != nullptr && dwarf_formflag(&attribute, &value) == 0 && value;
}

/// Whether the debugging information describes all of a function's calls. It does not without optimisation.
bool describes_all_calls(const DebuggedFunction& function) {
  return has_flag(function.die, DW_AT_call_all_calls) || has_flag(function.die, DW_AT_GNU_all_call_sites);
}

/// The address that an attribute holds.
bool address_of(Dwarf_Die die, unsigned name, Dwarf_Addr& address) {
  Dwarf_Attribute attribute;
  return dwarf_attr(&die, name, &attribute) != nullptr && dwarf_formaddr(&attribute, &address) == 0;
}

CallSite call_site(Dwarf_Die die) {
  CallSite site;
  site.die = die;
  if (address_of(die, DW_AT_call_return_pc, site.call) || address_of(die, DW_AT_low_pc, site.call)) {
    --site.call;
  } else {
    address_of(die, DW_AT_call_pc, site.call);
  }
  if (follow(&die, DW_AT_call_origin, site.callee_die) ||
      follow(&die, DW_AT_abstract_origin, site.callee_die))
    site.callee = linker_name(&site.callee_die);
  return site;
}

/// What a function's debugging entries say about its code.
struct Contents {
  std::vector<CallSite> calls;
  std::vector<Dwarf_Die> inlined;  ///< functions inlined into the function's own code
};

void collect(Dwarf_Die parent, bool is_own, Contents& contents) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  do {
    switch (dwarf_tag(&child)) {
      case DW_TAG_call_site:
      case DW_TAG_GNU_call_site:
        contents.calls.push_back(call_site(child));
        contents.calls.back().is_inlined = !is_own;
        break;
      case DW_TAG_inlined_subroutine: {
        const bool is_part = is_own && is_outlined(linker_name(&child));
        if (is_own && !is_part) contents.inlined.push_back(child);
        collect(child, is_part, contents);
        break;
      }
      case DW_TAG_lexical_block:
        collect(child, is_own, contents);
        break;
      default:
        break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

using Names = std::map<std::string, std::string>;  // the linker's names, by readable name

/// Whether the compiler may have made the call from other code: memset() from a loop, puts() from printf().
bool is_builtin(Dwarf_Die* function) {
  const char* const name = dwarf_diename(function);
  return name != nullptr && std::string_view(name).starts_with("__builtin_");
}

std::string name_of(Dwarf_Die* function) {
  const std::string symbol = linker_name(function);
  if (symbol.starts_with("_Z")) return readable_name(symbol);
  const char* const name = dwarf_diename(function);  // without what Fortran compilers add
  return name == nullptr ? symbol : name;
}

void add_name(Dwarf_Die function, Names& names) {
  const std::string symbol = linker_name(&function);
  if (!is_helper(symbol) && !is_builtin(&function)) names.try_emplace(name_of(&function), symbol);
}

/// Adds the functions that a body calls. Returns false if it might call others.
bool add_called(const DebuggedFunction& body, int depth, Names& names) {
  if (depth > max_depth || !describes_all_calls(body)) return false;
  Contents contents;
  collect(body.die, true, contents);
  for (const Dwarf_Die& function : contents.inlined) {
    Dwarf_Die copy = function;
    if (linker_name(&copy).empty()) return false;
    add_name(function, names);
  }
  for (const CallSite& site : contents.calls) {
    // clang describes calls outside of the inlined function that contains them.
    const bool is_of_inlined =
        site.is_inlined ||
        std::any_of(contents.inlined.begin(), contents.inlined.end(),
                    [&](Dwarf_Die function) { return dwarf_haspc(&function, site.call) == 1; });
    if (is_of_inlined) continue;
    if (site.callee.empty()) return false;
    if (!is_outlined(site.callee)) {
      add_name(site.callee_die, names);
      continue;
    }
    DebuggedFunction part = body;
    part.die = site.callee_die;
    if (!add_called(part, depth + 1, names)) return false;
  }
  return true;
}

}  // namespace

std::vector<CallSite> call_sites(const DebuggedFunction& function) {
  Contents contents;
  collect(function.die, true, contents);
  return std::move(contents.calls);
}

bool CalledFunctions::is_of_language(const std::string& symbol) {
  static constexpr std::array<std::string_view, 12> files = {
      "libc.",      "libm.",     "libmvec.",     "libpthread.",  "libstdc++.", "libc++.",
      "libc++abi.", "libgcc_s.", "libgfortran.", "libquadmath.", "libdl.",     "librt."};
  if (!has_library_) {
    has_library_ = true;
    const auto add_module = [](Dwfl_Module* module, void**, const char* path, Dwarf_Addr, void* names) {
      const std::string file = std::filesystem::path(path).filename().string();
      const bool is_library = std::any_of(files.begin(), files.end(),
                                          [&](std::string_view start) { return file.starts_with(start); });
      const int count = is_library ? dwfl_module_getsymtab(module) : 0;
      for (int i = 0; i < count; ++i) {
        GElf_Sym entry;
        const char* const name = dwfl_module_getsym(module, i, &entry, nullptr);
        if (name != nullptr && entry.st_shndx != SHN_UNDEF)
          static_cast<std::set<std::string>*>(names)->insert(name);
      }
      return static_cast<int>(DWARF_CB_OK);
    };
    dwfl_getmodules(process_, add_module, &library_, 0);
  }
  const std::string name = readable_name(symbol);
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::") || name.starts_with("operator new") ||
         name.starts_with("operator delete") || library_.contains(symbol);
}

std::string CalledFunctions::only_one(const DebuggedFunction& body) {
  Names names;
  if (!add_called(body, 0, names)) return {};
  if (names.size() > 1)
    std::erase_if(names, [this](const auto& name) { return is_of_language(name.second); });
  return names.size() == 1 ? names.begin()->first : std::string();
}

}  // namespace gusset::ompt
