#include "source_places.hpp"

#include <cxxabi.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

namespace gusset::ompt {
namespace {

struct SourcePlace {
  std::string file;  ///< full path; empty if unknown
  int line = 0;
  std::string function;  ///< or the object that contains it; empty if unknown
  bool is_object = false;
  std::uint64_t offset = 0;
};

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(value));
  return text.data();
}

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

/// The name as written in the program: demangled, without parameters. For the outlined body of a region or a
/// task, the name of the function that contains it.
std::string readable(const char* symbol) {
  std::string name = symbol;
  if (const auto end = name.find("._omp_fn."); end != std::string::npos) name.resize(end);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> plain(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  if (status == 0 && plain != nullptr) name = plain.get();
  return without_parameters(name);
}

class Symbols {
 public:
  explicit Symbols(std::string maps) {
    // Avoids dwfl_standard_find_debuginfo, which may query servers.
    callbacks_.find_elf = dwfl_linux_proc_find_elf;
    callbacks_.find_debuginfo = dwfl_build_id_find_debuginfo;
    dwfl_ = dwfl_begin(&callbacks_);
    if (dwfl_ == nullptr) return;
    std::FILE* const file = maps.empty() ? nullptr : fmemopen(maps.data(), maps.size(), "r");
    const bool known = file != nullptr && dwfl_linux_proc_maps_report(dwfl_, file) == 0;
    if (file != nullptr) std::fclose(file);
    if (dwfl_report_end(dwfl_, nullptr, nullptr) == 0 && known) return;
    dwfl_end(dwfl_);
    dwfl_ = nullptr;
  }
  ~Symbols() {
    if (dwfl_ != nullptr) dwfl_end(dwfl_);
  }
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  SourcePlace at(std::uint64_t return_address) const {
    const Dwarf_Addr call = return_address - 1;  // the line after the call may differ
    SourcePlace place;
    place.offset = return_address;
    Dwfl_Module* const module = dwfl_ == nullptr ? nullptr : dwfl_addrmodule(dwfl_, call);
    if (module == nullptr) return place;
    find_line(module, call, place);
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* const name = dwfl_module_addrinfo(module, call, &offset, &symbol, nullptr, nullptr, nullptr);
    Dwarf_Addr base = 0;
    const char* const object =
        dwfl_module_info(module, nullptr, &base, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (name != nullptr && *name != '\0' && offset < symbol.st_size) {
      place.function = readable(name);
      place.offset = offset + 1;
    } else if (object != nullptr) {
      place.function = std::filesystem::path(object).filename().string();
      place.offset = return_address - base;
      place.is_object = true;
    }
    return place;
  }

 private:
  static void find_line(Dwfl_Module* module, Dwarf_Addr call, SourcePlace& place) {
    if (Dwfl_Line* const line = dwfl_module_getsrc(module, call)) {
      if (const char* file = dwfl_lineinfo(line, nullptr, &place.line, nullptr, nullptr, nullptr))
        place.file = file;
      Dwarf_Addr bias = 0;
      Dwarf_Die* const unit = place.line == 0 ? dwfl_module_addrdie(module, call, &bias) : nullptr;
      if (unit != nullptr) find_nearest_line(unit, call - bias, place);
      return;
    }
    // clang writes no address index, which the lookup above needs.
    Dwarf_Addr bias = 0;
    for (Dwarf_Die* unit = dwfl_module_nextcu(module, nullptr, &bias); unit != nullptr;
         unit = dwfl_module_nextcu(module, unit, &bias)) {
      if (dwarf_haspc(unit, call - bias) != 1) continue;
      Dwarf_Line* const line = dwarf_getsrc_die(unit, call - bias);
      if (line == nullptr || dwarf_lineno(line, &place.line) != 0) return;
      if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) place.file = file;
      if (place.line == 0) find_nearest_line(unit, call - bias, place);
      return;
    }
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

  Dwfl_Callbacks callbacks_{};
  Dwfl* dwfl_ = nullptr;
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
  const Symbols symbols(maps);
  std::vector<SourcePlace> places;
  for (const Call& call : calls) places.push_back(symbols.at(call.return_address));
  std::vector<std::string> names = names_of(places);
  std::map<std::string, std::set<std::uint64_t>> bodies_of;
  for (std::size_t i = 0; i < calls.size(); ++i) bodies_of[names[i]].insert(calls[i].body);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].body == 0 || bodies_of[names[i]].size() < 2) continue;
    const SourcePlace body = symbols.at(calls[i].body + 1);
    const std::size_t line = names[i].rfind(':') + 1;
    if (line > 0 && body.file == places[i].file) {
      names[i].replace(line, std::string::npos, std::to_string(body.line));
    } else {
      names[i] += "+" + hexadecimal(places[i].offset);
    }
  }
  return names;
}

}  // namespace gusset::ompt
