#include "gusset/viewer/model/document/load_progress.hpp"

#include <algorithm>
#include <array>

#include "gusset/base/numbers.hpp"

namespace gusset::viewer {

double LoadProgress::share() const {
  const std::size_t all = std::max<std::size_t>(1, names_.size() * stages);
  return static_cast<double>(place_.load(std::memory_order_relaxed)) / static_cast<double>(all);
}

std::string LoadProgress::text() const {
  static constexpr std::array<const char*, stages> texts{"Reading", "Preparing the picture",
                                                         "Computing totals", "Applying filters"};
  const LoadStage now = stage();
  const std::uint64_t size = size_bytes_.load(std::memory_order_relaxed);
  return texts[static_cast<std::size_t>(now)] +
         (now == LoadStage::reading && size > 0 ? " " + bytes_text(size) : "");
}

bool LoadWatch::begin(LoadStage stage) const {
  if (progress != nullptr) progress->begin(file, stage);
  // Relaxed: the flag only saves time.
  return cancelled == nullptr || !cancelled->load(std::memory_order_relaxed);
}

}  // namespace gusset::viewer
