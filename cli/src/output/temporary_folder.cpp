#include "temporary_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace gusset::cli {

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent, const std::string& prefix) {
  std::string name = (parent / (prefix + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr) {
    throw std::filesystem::filesystem_error("temporary folder", parent,
                                            std::error_code(errno, std::generic_category()));
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  if (is_kept_) return;
  std::error_code ignored;  // a folder that can't be removed stays; there is nobody to inform
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace gusset::cli
