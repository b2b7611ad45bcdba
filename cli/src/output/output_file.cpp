#include "output_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>

#include "errors.hpp"

namespace gusset::cli {
namespace {

// Follows links, so that the target is replaced and not the link. Refuses to replace devices and folders.
std::filesystem::path resolve(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw errors::output_not_a_file(path.string());
  }
  if (!path.has_filename()) throw errors::output_not_a_file(path.string());
  std::filesystem::path resolved = std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  if (error) throw errors::output_not_writable(path.string(), error.value());
  return resolved;
}

TemporaryFolder make_folder(const std::filesystem::path& path, const std::string& name) {
  try {
    return {path.parent_path(), ".gusset-"};
  } catch (const std::filesystem::filesystem_error& error) {
    throw errors::output_not_writable(name, error.code().value());
  }
}

void move(const std::filesystem::path& from, const std::filesystem::path& to, const std::string& name) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) throw errors::output_not_writable(name, error.value());
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored) ||
         std::filesystem::weakly_canonical(std::filesystem::absolute(a), ignored) ==
             std::filesystem::weakly_canonical(std::filesystem::absolute(b), ignored);
}

void refuse_other_format(const std::string& command, const std::string& output, const std::string& option) {
  constexpr std::array<std::string_view, 9> others{".csv", ".dot", ".gz",  ".json", ".paje",
                                                   ".pdf", ".png", ".svg", ".trace"};
  const std::string extension = std::filesystem::path(output).extension().string();
  if (std::find(others.begin(), others.end(), extension) != others.end())
    throw errors::trace_of_other_format(command, option, output);
}

void refuse_same_file(const std::string& output, const std::vector<std::string>& others) {
  if (output.empty()) return;
  for (const std::string& other : others) {
    if (!other.empty() && is_same_file(output, other)) throw errors::output_is_in_use(output, other);
  }
}

OutputFile::OutputFile(const std::filesystem::path& path)
    : name_(path.string()),
      target_(resolve(path)),
      folder_(make_folder(target_, name_)),
      pending_(folder_.path() / target_.filename()) {}

void OutputFile::write(const std::string& text) {
  errno = 0;
  std::ofstream file(pending_, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) throw errors::output_not_writable(name_, errno == 0 ? EIO : errno);
}

std::vector<std::string> OutputFile::commit() {
  std::vector<std::filesystem::path> others;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    if (entry.path() != pending_) others.push_back(entry.path().filename());
  }
  std::sort(others.begin(), others.end());

  std::vector<std::string> names;
  if (std::filesystem::exists(pending_)) {
    names.push_back(name_);
    move(pending_, target_, name_);
  }
  for (const auto& other : others) {
    names.push_back((std::filesystem::path(name_).parent_path() / other).string());
    move(folder_.path() / other, resolve(target_.parent_path() / other), names.back());
  }
  return names;
}

}  // namespace gusset::cli
