#include "handshake.hpp"

#include <fstream>
#include <sstream>

namespace gusset::cli {

Handshake read_handshake(const std::filesystem::path& path) {
  Handshake handshake;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string mark, protocol, what, rest;
    words >> mark >> protocol >> what >> std::ws;
    std::getline(words, rest);
    if (mark != "gusset" || protocol != "1") continue;
    if (what == "ready") handshake.engines.push_back(rest.substr(0, rest.find(' ')));
    if (what == "finished") ++handshake.finished;
    if (what == "error") {
      handshake.refused = true;
      handshake.refusal = rest;
    }
  }
  return handshake;
}

}  // namespace gusset::cli
