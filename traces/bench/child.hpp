#pragma once
#include <string>

namespace gusset::traces::bench {

/// What one process took to read a file.
struct Taken {
  double seconds = 0.0;
  double peak_bytes = 0.0;  ///< of its resident set
  double peak_anonymous_bytes =
      0.0;  ///< of what of it is no file's; looked at every few ms, by run_child alone
};

/// Runs this program again with "--child KIND FILE": the time of the reading itself, and the peak of the
/// whole process. Throws std::runtime_error where it fails.
Taken run_child(const std::string& kind, const std::string& file);

/// What a child does: reads `file` by `kind` and prints its figures.
int child(const std::string& kind, const std::string& file);

}  // namespace gusset::traces::bench
