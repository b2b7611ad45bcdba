#include "dependencies.hpp"

#include <fstream>
#include <regex>
#include <sstream>

namespace gusset::architecture {
namespace {

namespace fs = std::filesystem;

/// Headers of outside libraries that only some modules may see, by the beginning of the include.
const std::vector<std::pair<std::string, std::string>>& restricted_includes() {
  static const std::vector<std::pair<std::string, std::string>> prefixes = {
      {"simgrid/", "SimGrid"}, {"imgui", "ImGui"},      {"backends/imgui", "ImGui"},
      {"GL/", "GL"},           {"EGL/", "GL"},          {"Q", "Qt"},
      {"cairo", "cairo"},      {"CLI/", "CLI11"},       {"cblas.h", "BLAS"},
      {"lapacke.h", "BLAS"},   {"hwloc", "hwloc"},      {"oneapi/", "TBB"},
      {"starpu", "StarPU"},    {"omp-tools.h", "OMPT"}, {"elfutils/", "elfutils"},
      {"gelf.h", "elfutils"}};
  return prefixes;
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> endings = {".cpp", ".hpp", ".h", ".c"};
  return endings.contains(path.extension().string());
}

/// The module whose folder holds `relative`; the longest folder wins. Empty where none does.
std::string module_of(const std::string& relative) {
  std::string best;
  std::size_t best_length = 0;
  for (const auto& [name, module] : modules()) {
    const std::string prefix = module.folder + "/";
    if (relative.starts_with(prefix) && prefix.size() > best_length) {
      best = name;
      best_length = prefix.size();
    }
  }
  return best;
}

/// Public headers below every module's include root: "gusset/traces/trace.hpp" → "traces".
std::map<std::string, std::string> public_headers(const fs::path& root) {
  std::map<std::string, std::string> owner;
  for (const auto& [name, module] : modules()) {
    const fs::path include = root / module.folder / "include";
    if (!fs::exists(include)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(include)) {
      if (entry.is_regular_file()) owner[fs::relative(entry.path(), include).generic_string()] = name;
    }
  }
  return owner;
}

/// Whether a quoted include names a file of the module's own, beside the including one or in its src folder.
bool is_private_header(const fs::path& root, const fs::path& including, const std::string& module,
                       const std::string& header) {
  return fs::exists(including.parent_path() / header) ||
         fs::exists(root / modules().at(module).folder / "src" / header);
}

void check_include(const std::string& place, const std::string& module, const std::string& header,
                   bool outside, const std::map<std::string, std::string>& owners,
                   std::vector<std::string>& out) {
  if (header.starts_with("../") || header.find("/../") != std::string::npos) {
    out.push_back(place + ": '../' in an include: " + header);
  }
  const Module& rules = modules().at(module);
  if (header.starts_with("gusset/")) {
    const auto owner = owners.find(header);
    if (owner == owners.end()) {
      out.push_back(place + ": no module has " + header);
    } else if (owner->second != module && !rules.may_use.contains(owner->second)) {
      out.push_back(place + ": " + module + " may not use " + owner->second + " (" + header + ")");
    }
    return;
  }
  for (const auto& [prefix, library] : restricted_includes()) {
    if (outside && header.starts_with(prefix) && !rules.libraries.contains(library)) {
      out.push_back(place + ": " + module + " may not use " + library + " (" + header + ")");
    }
  }
}

}  // namespace

const std::map<std::string, Module>& modules() {
  static const std::map<std::string, Module> table = {
      {"base", {"base", {}, {}}},
      {"traces", {"traces", {"base"}, {}}},
      {"paper", {"traces/paper", {"base", "traces"}, {"cairo"}}},
      {"sweep", {"traces/sweep", {"base", "traces", "paper"}, {}}},
      {"openmp", {"traces/openmp", {"base", "traces"}, {"OMPT", "elfutils"}}},
      {"core", {"core", {"base"}, {"hwloc"}}},
      {"core_tracing", {"core/tracing", {"base", "core", "traces"}, {}}},
      {"core_bench", {"core/bench", {"base", "core", "core_tracing", "traces"}, {"BLAS", "TBB", "StarPU"}}},
      {"simulator", {"simulator", {"base", "core", "core_tracing", "traces"}, {"SimGrid", "hwloc"}}},
      {"viewer_model", {"viewer/model", {"base", "traces"}, {}}},
      {"viewer_render", {"viewer/render", {"base", "viewer_model", "traces"}, {"ImGui", "GL"}}},
      {"viewer_app",
       {"viewer/app",
        {"base", "viewer_model", "viewer_render", "traces", "paper", "sweep"},
        {"Qt", "GL", "ImGui"}}},
      {"viewer_bench",
       {"viewer/bench", {"base", "viewer_app", "viewer_model", "viewer_render", "traces"}, {"Qt", "GL"}}},
      {"cli", {"cli", {"base", "traces", "paper", "sweep", "core", "simulator"}, {"CLI11", "elfutils"}}},
      {"examples", {"examples", {"base", "core", "core_tracing", "simulator", "traces"}, {"CLI11", "BLAS"}}},
      {"tests", {"tests", {"base", "traces", "core", "core_tracing", "simulator"}, {}}}};
  return table;
}

std::vector<std::string> violations(const fs::path& root) {
  static const std::regex include_line(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  const auto owners = public_headers(root);
  std::vector<std::string> out;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    const std::string name = it->path().filename().string();
    if (it->is_directory() && (name == "build" || name.starts_with("."))) {
      it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file() || !is_source(it->path())) continue;
    const std::string relative = fs::relative(it->path(), root).generic_string();
    const std::string module = module_of(relative);
    if (module.empty()) {
      out.push_back(relative + ": in no module");
      continue;
    }
    std::ifstream file(it->path());
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      std::smatch match;
      if (!std::regex_search(line, match, include_line)) continue;
      const std::string place = relative + ":" + std::to_string(number);
      const std::string header = match[2];
      const bool outside = match[1] == "<" || !is_private_header(root, it->path(), module, header);
      check_include(place, module, header, outside, owners, out);
      // Of the benchmark, a peer.
      const bool may_see_simgrid =
          relative.starts_with("simulator/src/network/simgrid/") || relative.starts_with("simulator/bench/simgrid/");
      if (outside && header.starts_with("simgrid/") && !may_see_simgrid) {
        out.push_back(place + ": SimGrid outside of simulator/src/network/simgrid");
      }
    }
  }
  return out;
}

std::map<std::string, std::set<std::string>> arrows_in_cmake(const fs::path& module_file) {
  static const std::regex arrow(R"re(^set\(GUSSET_MAY_USE_(\w+) ("")?([\w ]*)\))re");
  std::map<std::string, std::set<std::string>> arrows;
  std::ifstream file(module_file);
  std::string line;
  while (std::getline(file, line)) {
    std::smatch match;
    if (!std::regex_search(line, match, arrow)) continue;
    std::istringstream words(match[3].str());
    std::set<std::string>& targets = arrows[match[1]];
    for (std::string word; words >> word;) targets.insert(word);
  }
  return arrows;
}

}  // namespace gusset::architecture
