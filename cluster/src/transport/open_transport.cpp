#include "transport/open_transport.hpp"

#include <dlfcn.h>

#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "gusset/base/text.hpp"
#include "transport/loopback.hpp"

namespace gusset::cluster {
namespace {

namespace fs = std::filesystem;

// Wording of the errors.

Error unknown_mpi(const std::string& name) {
  return {"GUSSET_MPI", "openmpi or mpich", double_quoted(name)};
}

Error unnamed_mpi(const Launch& launch) {
  return {"GUSSET_MPI",
          "openmpi or mpich, because srun started " + std::to_string(launch.nodes) +
              " processes and does not say for which MPI",
          "nothing"};
}

Error missing_plugin(const std::string& file, const std::vector<fs::path>& folders) {
  std::string names;
  for (const fs::path& folder : folders) names += (names.empty() ? "" : ", ") + folder.string();
  return {"GUSSET_PLUGINS", "a folder with " + file, "none in " + names};
}

Error broken_plugin(const fs::path& path, const std::string& problem) {
  return {path.string(), "a plug-in that can be loaded", problem};
}

Error foreign_library(const fs::path& path) {
  return {path.string(), "a plug-in of Gusset", "a library without gusset_mpi_plugin"};
}

Error other_version(const fs::path& path, const std::string& found) {
  return {path.string(), "the plug-in of version " GUSSET_VERSION ", with which this program is linked",
          "version " + found};
}

Error other_mpi(const Launch& launch, const std::string& mpi, unsigned found) {
  return {"GUSSET_MPI",
          "an MPI that connects the " + std::to_string(launch.nodes) + " processes that " +
              launcher_text(launch.launcher) + " started",
          mpi + ", which connects " + std::to_string(found)};
}

/// Where plug-ins may be: the given folder; otherwise, beside this program's folder and in the installation.
std::vector<fs::path> plugin_folders(const std::string& given) {
  if (!given.empty()) return {given};
  std::vector<fs::path> folders;
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (!problem) folders.push_back((program.parent_path() / GUSSET_RELATIVE_PLUGIN_FOLDER).lexically_normal());
  const fs::path installed = GUSSET_INSTALLED_PLUGIN_FOLDER;
  if (folders.empty() || folders.front() != installed) folders.push_back(installed);
  return folders;
}

Result<const Plugin*> load_plugin(const std::string& mpi, const std::string& given_folder) {
  const std::string file = "libgusset_mpi_" + mpi + ".so";
  const std::vector<fs::path> folders = plugin_folders(given_folder);
  for (const fs::path& folder : folders) {
    const fs::path path = fs::absolute(folder / file);
    std::error_code problem;
    if (!fs::exists(path, problem)) continue;
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays loaded, as MPI must
    if (library == nullptr) return broken_plugin(path, ::dlerror());
    const auto* const plugin = static_cast<const Plugin*>(::dlsym(library, plugin_symbol));
    if (plugin == nullptr) return foreign_library(path);
    if (std::strcmp(plugin->version, GUSSET_VERSION) != 0) return other_version(path, plugin->version);
    return plugin;
  }
  return missing_plugin(file, folders);
}

/// The MPI to use; empty: none. Open MPI's communicators are addresses, those of MPICH are of type int.
Result<std::string> mpi_of(const Launch& launch, const TransportChoice& choice) {
  const std::string& given = choice.mpi;
  if (!given.empty()) {
    if (given != "openmpi" && given != "mpich") return unknown_mpi(given);
    return given;
  }
  const bool has_communicator = !choice.communicator.empty();
  if (launch.nodes == 1 && !has_communicator) return std::string();
  if (launch.launcher == Launcher::openmpi) return std::string("openmpi");
  if (launch.launcher == Launcher::mpich) return std::string("mpich");
  if (!has_communicator) return unnamed_mpi(launch);
  return std::string(choice.communicator.size() == sizeof(void*) ? "openmpi" : "mpich");
}

}  // namespace

Result<std::unique_ptr<Transport>> open_transport(const Launch& launch, const TransportChoice& choice) {
  const Result<std::string> mpi = mpi_of(launch, choice);
  if (!mpi) return mpi.error();
  if (mpi.value().empty()) return make_solo();
  const Result<const Plugin*> plugin = load_plugin(mpi.value(), choice.plugins);
  if (!plugin) return plugin.error();
  Result<std::unique_ptr<Transport>> transport = plugin.value()->open(choice.limits, choice.communicator);
  if (!transport || !choice.communicator.empty()) return transport;
  const unsigned nodes = transport.value()->nodes();
  if (launch.launcher != Launcher::none && nodes != launch.nodes)
    return other_mpi(launch, mpi.value(), nodes);
  return transport;
}

}  // namespace gusset::cluster
