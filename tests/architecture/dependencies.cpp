#include "dependencies.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <regex>
#include <sstream>

namespace gusset::architecture {
namespace {

namespace fs = std::filesystem;

/// Prefixes of includes that only some modules may use, with the third-party library that each belongs to.
const std::vector<std::pair<std::string, std::string>>& restricted_includes() {
  static const std::vector<std::pair<std::string, std::string>> prefixes = {
      {"simgrid/", "SimGrid"}, {"imgui", "ImGui"},      {"backends/imgui", "ImGui"},
      {"GL/", "GL"},           {"EGL/", "GL"},          {"Q", "Qt"},
      {"cairo", "cairo"},      {"CLI/", "CLI11"},       {"cblas.h", "BLAS"},
      {"lapacke.h", "BLAS"},   {"hwloc", "hwloc"},      {"oneapi/", "TBB"},
      {"starpu", "StarPU"},    {"omp-tools.h", "OMPT"}, {"elfutils/", "elfutils"},
      {"gelf.h", "elfutils"},  {"mpi.h", "MPI"}};
  return prefixes;
}

bool is_source(const fs::path& path) {
  static const std::set<std::string> endings = {".cpp", ".hpp", ".h", ".c"};
  return endings.contains(path.extension().string());
}

constexpr std::size_t max_files = 40;

/// Returns the longest of `names` that is a folder above `path`; empty if there is none.
template <class Names>
std::string longest_folder(const Names& names, const std::string& path) {
  std::string best;
  for (const std::string& name : names) {
    if (path.starts_with(name + "/") && name.size() > best.size()) best = name;
  }
  return best;
}

/// The module and the layer of a file.
struct Place {
  std::string module;  ///< empty: the file is in no module
  std::string layer;   ///< empty: the file is in no layer
};

class Checker {
 public:
  Checker(const fs::path& root, const Architecture& architecture) : root_(root), architecture_(architecture) {
    for (const auto& [name, module] : architecture) {
      folders_.push_back(module.folder);
      modules_[module.folder] = name;
      const fs::path include = root / module.folder / "include";
      if (!fs::exists(include)) continue;
      for (const auto& entry : fs::recursive_directory_iterator(include)) {
        if (entry.is_regular_file())
          owners_[fs::relative(entry.path(), include).generic_string()] =
              fs::relative(entry.path(), root).generic_string();
      }
    }
  }

  std::vector<std::string> run() {
    for (auto it = fs::recursive_directory_iterator(root_); it != fs::recursive_directory_iterator(); ++it) {
      const std::string name = it->path().filename().string();
      if (it->is_directory() && (name == "build" || name.starts_with("."))) {
        it.disable_recursion_pending();
      } else if (it->is_regular_file() && is_source(it->path())) {
        check_file(it->path());
      }
    }
    for (const auto& [folder, files] : files_in_) {
      if (files > max_files)
        out_.push_back(folder + ": expected at most " + std::to_string(max_files) + " files, found " +
                       std::to_string(files));
    }
    return std::move(out_);
  }

 private:
  /// `relative` is a file's path relative to the repository's root. The layer is the folder below src/ or
  /// below the public include root; a path below the include root repeats the module's folder.
  Place place_of(const std::string& relative) const {
    const std::string folder = longest_folder(folders_, relative);
    if (folder.empty()) return {};
    Place place{modules_.at(folder), {}};
    const std::string inside = relative.substr(folder.size() + 1);
    const std::vector<std::string>& layers = architecture_.at(place.module).layers;
    if (inside.starts_with("src/")) place.layer = longest_folder(layers, inside.substr(4));
    if (inside.starts_with("include/gusset/")) {
      const std::string path = inside.substr(std::string("include/gusset/").size());
      place.layer =
          path.starts_with(folder + "/") ? longest_folder(layers, path.substr(folder.size() + 1)) : "";
    }
    return place;
  }

  void check_file(const fs::path& path) {
    static const std::regex include_line(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    const std::string relative = fs::relative(path, root_).generic_string();
    const Place place = place_of(relative);
    if (place.module.empty()) {
      out_.push_back(relative + ": belongs to no module");
      return;
    }
    if (relative.find("/tests/") == std::string::npos && relative.find("/bench/") == std::string::npos)
      ++files_in_[fs::path(relative).parent_path().generic_string()];
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      std::smatch match;
      if (!std::regex_search(line, match, include_line)) continue;
      at_ = relative + ":" + std::to_string(number);
      check_include(place, path, match[2], match[1] == "<");
    }
  }

  /// Returns the included file, relative to the root, if it is one of ours; else nothing.
  std::optional<std::string> own_file(const Place& from, const fs::path& including,
                                      const std::string& header) const {
    if (const auto owner = owners_.find(header); owner != owners_.end()) return owner->second;
    for (const fs::path& folder :
         {including.parent_path(), root_ / architecture_.at(from.module).folder / "src"}) {
      if (fs::exists(folder / header)) return fs::relative(folder / header, root_).generic_string();
    }
    return std::nullopt;
  }

  void check_include(const Place& from, const fs::path& including, const std::string& header, bool angled) {
    if (header.starts_with("../") || header.find("/../") != std::string::npos)
      out_.push_back(at_ + ": '../' in an include: " + header);
    const auto file = angled ? std::nullopt : own_file(from, including, header);
    if (file) {
      check_arrow(from, place_of(*file), header);
    } else if (header.starts_with("gusset/") || header.starts_with("gusset.h")) {
      if (!angled) out_.push_back(at_ + ": no module has " + header);
    } else {
      check_library(from, header);
    }
  }

  void check_arrow(const Place& from, const Place& to, const std::string& header) {
    const Module& rules = architecture_.at(from.module);
    if (to.module != from.module) {
      if (!rules.may_use.contains(to.module))
        out_.push_back(at_ + ": " + from.module + " may not use " + to.module + " (" + header + ")");
      return;
    }
    if (from.layer.empty() || to.layer.empty()) return;
    const auto position = [&](const std::string& layer) {
      return std::find(rules.layers.begin(), rules.layers.end(), layer);
    };
    if (position(to.layer) > position(from.layer))
      out_.push_back(at_ + ": layer " + from.layer + " may not use " + to.layer + " (" + header + ")");
  }

  void check_library(const Place& from, const std::string& header) {
    for (const auto& [prefix, library] : restricted_includes()) {
      if (header.starts_with(prefix) && !architecture_.at(from.module).libraries.contains(library))
        out_.push_back(at_ + ": " + from.module + " may not use " + library + " (" + header + ")");
    }
    const bool may_see_simgrid = at_.find("/simgrid/") != std::string::npos;
    if (header.starts_with("simgrid/") && from.module == "simulator" && !may_see_simgrid)
      out_.push_back(at_ + ": SimGrid outside a folder named simgrid");
  }

  fs::path root_;
  const Architecture& architecture_;
  std::vector<std::string> folders_;
  std::map<std::string, std::string> modules_;  // by the module's folder
  std::map<std::string, std::string> owners_;   // public header → file
  std::map<std::string, std::size_t> files_in_;
  std::vector<std::string> out_;
  std::string at_;  // FILE:LINE of the include under check
};

}  // namespace

Architecture read_architecture(const fs::path& table) {
  std::ifstream file(table);
  std::ostringstream text;
  text << file.rdbuf();
  static const std::regex call(R"(\ngusset_architecture\(([^)]*)\))");
  static const std::regex word(R"re("[^"]*"|\S+)re");
  Architecture architecture;
  const std::string content = text.str();
  for (std::sregex_iterator it(content.begin(), content.end(), call), end; it != end; ++it) {
    const std::string arguments = (*it)[1];
    Module* module = nullptr;
    std::string field;
    for (std::sregex_iterator w(arguments.begin(), arguments.end(), word); w != end; ++w) {
      const std::string name = w->str();
      if (module == nullptr) {
        module = &architecture[name];
      } else if (name == "FOLDER" || name == "ROLE" || name == "USES" || name == "LIBRARIES" ||
                 name == "LAYERS" || name == "HIDDEN") {
        field = name;
      } else if (field == "FOLDER") {
        module->folder = name;
      } else if (field == "USES") {
        module->may_use.insert(name);
      } else if (field == "LIBRARIES") {
        module->libraries.insert(name);
      } else if (field == "LAYERS") {
        module->layers.push_back(name);
      }
    }
  }
  return architecture;
}

std::vector<std::string> violations(const fs::path& root, const Architecture& architecture) {
  return Checker(root, architecture).run();
}

}  // namespace gusset::architecture
