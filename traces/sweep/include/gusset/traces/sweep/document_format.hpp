#pragma once
#include <string>

namespace gusset::figure {

/// What a JSON document of gusset's says that it is, in its first field: "gusset sweep". Empty for any other
/// file, and one that can't be read.
std::string document_format(const std::string& path);

}  // namespace gusset::figure
