#pragma once
#include <string>

namespace gusset::cli {

/// 16 hexadecimal digits that change when a file's contents do (FNV-1a, 64 bits); empty where there is no
/// regular file of that name.
std::string file_checksum(const std::string& path);

}  // namespace gusset::cli
