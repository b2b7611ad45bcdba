#include "gusset/viewer/model/document/load_progress.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"

namespace gusset::viewer {

void LoadProgress::begin(std::size_t file, LoadStage stage) {
  place_.store(file * stages + static_cast<std::size_t>(stage), std::memory_order_relaxed);
}

std::size_t LoadProgress::file() const {
  return place_.load(std::memory_order_relaxed) / stages;
}

LoadStage LoadProgress::stage() const {
  return static_cast<LoadStage>(place_.load(std::memory_order_relaxed) % stages);
}

double LoadProgress::share() const {
  const std::size_t all = std::max<std::size_t>(1, names_.size() * stages);
  return static_cast<double>(place_.load(std::memory_order_relaxed)) / static_cast<double>(all);
}

std::string LoadProgress::words() const {
  const std::size_t place = place_.load(std::memory_order_relaxed);
  switch (static_cast<LoadStage>(place % stages)) {
    case LoadStage::reading: {
      const std::uint64_t size = size_bytes_.load(std::memory_order_relaxed);
      return size > 0 ? "Reading " + bytes_text(size) : "Reading";
    }
    case LoadStage::colours:
      return "Preparing the picture";
    case LoadStage::times:
      return "Adding up tasks and workers";
    case LoadStage::filters:
      return "Applying filters";
  }
  return {};
}

bool LoadWatch::begin(LoadStage stage) const {
  if (progress != nullptr) progress->begin(file, stage);
  // Relaxed: the flag only saves time.
  return cancelled == nullptr || !cancelled->load(std::memory_order_relaxed);
}

}  // namespace gusset::viewer
