#include "places/source_places.hpp"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "places/debug_units.hpp"
#include "places/readable_name.hpp"
#include "places/task_bodies.hpp"

namespace gusset::ompt {
namespace {

struct SourcePlace {
  std::string file;  ///< full path; empty if unknown
  int line = 0;
  std::string function;  ///< the function or else the object file that contains the call; empty if unknown
  bool is_object = false;
  std::uint64_t offset = 0;
  bool is_directive = false;  ///< the line is known to be the directive's
  std::string called;         ///< the function that the task exists to call; empty if there is none
};

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value));
  return text.data();
}

/// Opens the files of a process's memory map. Null if they are unknown.
Dwfl* open_process(std::string maps) {
  static const Dwfl_Callbacks callbacks = [] {
    Dwfl_Callbacks result{};
    // Avoids dwfl_standard_find_debuginfo, which may query servers.
    result.find_elf = dwfl_linux_proc_find_elf;
    result.find_debuginfo = dwfl_build_id_find_debuginfo;
    return result;
  }();
  Dwfl* const process = dwfl_begin(&callbacks);
  if (process == nullptr) return nullptr;
  std::FILE* const file = maps.empty() ? nullptr : fmemopen(maps.data(), maps.size(), "r");
  const bool is_known = file != nullptr && dwfl_linux_proc_maps_report(process, file) == 0;
  if (file != nullptr) std::fclose(file);
  if (dwfl_report_end(process, nullptr, nullptr) == 0 && is_known) return process;
  dwfl_end(process);
  return nullptr;
}

class Symbols {
 public:
  explicit Symbols(const std::string& maps)
      : process_(open_process(maps)), units_(process_.get()), bodies_(process_.get()) {}

  SourcePlace at(const Call& call) {
    const Dwarf_Addr address = call.return_address - 1;  // the line after the call may differ
    SourcePlace place;
    place.offset = call.return_address;
    Dwfl_Module* const module = process_ == nullptr ? nullptr : dwfl_addrmodule(process_.get(), address);
    if (module == nullptr) return place;
    find_line(address, place);
    if (const auto directive = bodies_.directive(call.return_address, call.body)) {
      place.file = directive->file;
      place.line = directive->number;
      place.is_directive = true;
    }
    if (!place.file.empty())
      place.called = bodies_.called_function(call.return_address, call.body, {place.file, place.line});
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* const name =
        dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
    Dwarf_Addr base = 0;
    const char* const object =
        dwfl_module_info(module, nullptr, &base, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (name != nullptr && *name != '\0' && offset < symbol.st_size) {
      place.function = readable_name(name);
      place.offset = offset + 1;
    } else if (object != nullptr) {
      place.function = std::filesystem::path(object).filename().string();
      place.offset = call.return_address - base;
      place.is_object = true;
    }
    return place;
  }

 private:
  void find_line(Dwarf_Addr address, SourcePlace& place) {
    const DebugUnits::Unit unit = units_.unit_at(address);
    Dwarf_Line* const line = unit.die == nullptr ? nullptr : dwarf_getsrc_die(unit.die, address - unit.bias);
    if (line == nullptr || dwarf_lineno(line, &place.line) != 0) return;
    if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) place.file = file;
    if (const std::string other = bodies_.file_instead_of(place.file, address); !other.empty()) {
      place.file = other;
      place.line = 0;
    }
    if (place.line == 0) find_nearest_line(unit.die, address - unit.bias, place);
  }

  /// Compilers give line 0 to calls that they generate. Uses the nearest line of the same file instead.
  static void find_nearest_line(Dwarf_Die* unit, Dwarf_Addr call, SourcePlace& place) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(unit, &lines, &count) != 0) return;
    Dwarf_Addr nearest = ~Dwarf_Addr{0};
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* const line = dwarf_onesrcline(lines, i);
      Dwarf_Addr address = 0;
      int number = 0;
      bool is_end = false;
      if (dwarf_lineaddr(line, &address) != 0 || dwarf_lineno(line, &number) != 0 || number == 0) continue;
      if (dwarf_lineendsequence(line, &is_end) != 0 || is_end) continue;
      const char* const file = dwarf_linesrc(line, nullptr, nullptr);
      const Dwarf_Addr distance = address > call ? address - call : call - address;
      if (file == nullptr || place.file != file || distance >= nearest) continue;
      nearest = distance;
      place.line = number;
    }
  }

  struct End {
    void operator()(Dwfl* process) const { dwfl_end(process); }
  };
  std::unique_ptr<Dwfl, End> process_;
  DebugUnits units_;
  TaskBodies bodies_;
};

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// The names that follow from each place alone.
std::vector<std::string> names_of(const std::vector<SourcePlace>& places) {
  std::map<std::string, std::set<std::string>> paths_of;  // by base name
  std::map<std::string, int> places_in;                   // by function, if the line is unknown
  for (const SourcePlace& place : places) {
    if (place.file.empty()) {
      ++places_in[place.function];
    } else {
      paths_of[base_name(place.file)].insert(place.file);
    }
  }
  std::vector<std::string> names;
  for (const SourcePlace& place : places) {
    if (!place.file.empty()) {
      const std::string base = base_name(place.file);
      names.push_back((paths_of[base].size() > 1 ? place.file : base) + ":" + std::to_string(place.line));
    } else if (place.function.empty()) {
      names.push_back(hexadecimal(place.offset));
    } else if (places_in[place.function] > 1 || place.is_object) {
      names.push_back(place.function + "+" + hexadecimal(place.offset));
    } else {
      names.push_back(place.function);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> name_source_places(const std::vector<Call>& calls, const std::string& maps) {
  Symbols symbols(maps);
  std::vector<SourcePlace> places;
  for (const Call& call : calls) places.push_back(symbols.at(call));
  std::vector<std::string> names = names_of(places);
  std::map<std::string, std::set<std::uint64_t>> bodies_of;
  for (std::size_t i = 0; i < calls.size(); ++i) bodies_of[names[i]].insert(calls[i].body);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const bool is_ambiguous = calls[i].body != 0 && bodies_of[names[i]].size() > 1;
    if (is_ambiguous && !places[i].is_directive) names[i] += "+" + hexadecimal(places[i].offset);
    if (!places[i].called.empty()) names[i] += " " + places[i].called;
  }
  return names;
}

}  // namespace gusset::ompt
