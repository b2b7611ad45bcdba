#include "gusset/traces/sweep/document_format.hpp"

#include <fstream>

#include "gusset/traces/exchange/read_trace.hpp"

namespace gusset::figure {

std::string document_format(const std::string& path) {
  constexpr std::size_t enough = 4096;
  std::string head(enough, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return traces::document_name(head);
}

}  // namespace gusset::figure
