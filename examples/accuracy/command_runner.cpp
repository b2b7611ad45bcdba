#include "accuracy/command_runner.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "gusset/base/quoting.hpp"

namespace accuracy {
namespace {

namespace fs = std::filesystem;

std::string last_line(const std::string& path) {
  std::ifstream file(path);
  std::string last;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace

ArgumentList operator+(ArgumentList first, const ArgumentList& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

CommandRunner::CommandRunner() : programs_(fs::read_symlink("/proc/self/exe").parent_path()) {
  std::string name = (fs::temp_directory_path() / "gusset-accuracy-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("can't make a temporary folder");
  folder_ = name;
}

CommandRunner::~CommandRunner() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string CommandRunner::gusset(const ArgumentList& arguments) const {
  const std::string errors = file("errors");
  const std::string command = gusset::shell_text(program("gusset"), arguments);
  FILE* const pipe = popen((command + " 2>" + gusset::shell_word(errors)).c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("can't run " + command);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output.push_back(static_cast<char>(c));
  if (pclose(pipe) != 0)
    throw std::runtime_error(command + ": expected success, found: " + last_line(errors));
  return output;
}

nlohmann::json CommandRunner::json(const std::string& path) const {
  std::ifstream file(path);
  nlohmann::json document = nlohmann::json::parse(file, nullptr, false);
  if (document.is_discarded()) throw std::runtime_error(path + ": expected a JSON document, found none");
  return document;
}

}  // namespace accuracy
