#include "program_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "elf_file.hpp"
#include "start_program.hpp"

namespace gusset::cli {
namespace {

// Gusset's runtime contains the name of the variable that gives it the handshake file.
constexpr std::string_view runtime_mark = "GUSSET_HANDSHAKE";
// See register.cpp of gusset::cluster.
constexpr std::string_view cluster_mark = "gusset::cluster runs this program on several nodes";

bool contains(const std::filesystem::path& file, std::string_view mark) {
  std::ifstream stream(file, std::ios::binary);
  std::string window;
  std::string block(1 << 16, '\0');
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0) {
    window.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    if (window.find(mark) != std::string::npos) return true;
    if (window.size() >= mark.size()) window.erase(0, window.size() - mark.size() + 1);
  }
  return false;
}

bool is_openmp_call(const std::string& name) {
  return name.starts_with("GOMP_") || name.starts_with("GOACC_") || name.starts_with("omp_");
}

std::vector<std::filesystem::path> loaded_libraries(const std::string& interpreter,
                                                    const std::filesystem::path& file) {
  std::vector<std::filesystem::path> libraries;
  const auto text = captured_output({interpreter, "--list", std::filesystem::absolute(file).string()});
  if (!text) return libraries;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t arrow = line.find(" => /");
    const std::size_t end = line.rfind(" (0x");
    if (arrow == std::string::npos || end == std::string::npos || end < arrow + 4) continue;
    libraries.emplace_back(line.substr(arrow + 4, end - arrow - 4));
  }
  return libraries;
}

}  // namespace

std::filesystem::path find_in_path(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/bin:/usr/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / program;
    if (access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) return file;
  }
  return {};
}

ProgramFile inspect_program(const std::string& program) {
  ProgramFile result;
  const std::filesystem::path file = find_in_path(program);
  const auto elf = read_elf(file);
  if (!elf) return result;
  if (contains(file, runtime_mark)) {
    result.kind = ProgramFile::Kind::gusset;
    result.runs_on_nodes = contains(file, cluster_mark);
    return result;
  }
  if (elf->interpreter.empty()) {
    result.kind = ProgramFile::Kind::static_program;
    return result;
  }
  result.libraries = loaded_libraries(elf->interpreter, file);
  std::set<std::string> calls;
  const auto add_calls = [&calls](const ElfFile& from) {
    std::copy_if(from.imports.begin(), from.imports.end(), std::inserter(calls, calls.end()), is_openmp_call);
  };
  add_calls(*elf);
  for (const std::filesystem::path& library : result.libraries) {
    const std::string name = library.filename().string();
    if (name.starts_with("libgomp.so") || name.starts_with("libgomp-")) {
      result.loads_libgomp = true;
    } else if (name.starts_with("libomp.so") || name.starts_with("libomp-") || name.starts_with("libiomp5")) {
      result.libomp = library.string();
    } else if (const auto from = read_elf(library)) {
      add_calls(*from);
    }
  }
  result.openmp_calls.assign(calls.begin(), calls.end());
  if (result.loads_libgomp || !result.libomp.empty()) result.kind = ProgramFile::Kind::openmp;
  return result;
}

}  // namespace gusset::cli
