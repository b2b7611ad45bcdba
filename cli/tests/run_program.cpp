#include "run_program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "possible.hpp"

namespace gusset::testing {
namespace {

std::filesystem::path new_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "gusset-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

// Only call this in the child, between fork and exec.
void redirect(const std::string& path, int descriptor) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(127);
  close(file);
}

}  // namespace

RunningProgram::RunningProgram(const ProgramCall& call) : scratch_(new_folder()) {
  const std::string output = call.output_path.empty() ? (scratch_ / "output").string() : call.output_path;
  const std::string errors = (scratch_ / "errors").string();
  std::vector<std::string> words = call.command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) {
    for (const auto& [name, value] : call.environment) setenv(name.c_str(), value.c_str(), 1);
    if (!call.folder.empty() && chdir(call.folder.c_str()) != 0) _exit(127);
    redirect(output, STDOUT_FILENO);
    redirect(errors, STDERR_FILENO);
    execv(arguments.front(), arguments.data());
    _exit(127);
  }
}

RunningProgram::~RunningProgram() {
  std::filesystem::remove_all(scratch_);
}

ProgramResult RunningProgram::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  ProgramResult result;
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.output = read_text(scratch_ / "output");
  result.errors = read_text(scratch_ / "errors");
  return result;
}

ProgramResult run_program(const ProgramCall& call) {
  return RunningProgram(call).wait();
}

TestFolder::TestFolder() : path_(new_folder()) {}
TestFolder::~TestFolder() {
  if (are_traces_checked_) traces::testing::expect_possible_in(path_);
  std::filesystem::remove_all(path_);
}

std::string TestFolder::write(const std::string& name, const std::string& contents) const {
  std::ofstream(path_ / name, std::ios::binary) << contents;
  return file(name);
}

std::vector<std::string> TestFolder::names() const {
  std::vector<std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    result.push_back(entry.path().filename().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace gusset::testing
