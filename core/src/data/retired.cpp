#include "data/retired.hpp"

#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

#include "gusset/core/engine/renaming.hpp"

namespace gusset::detail {

namespace {

#ifdef NDEBUG
constexpr std::size_t most_kept = 0;
#else
constexpr std::size_t most_kept = 65536;  // handles: some 16 MB
#endif

class Graveyard {
 public:
  void keep(std::unique_ptr<HandleState> one, std::unique_ptr<HandleState[]> many, std::size_t count) {
    const std::lock_guard guard(mutex_);
    count_ += count;
    kept_.push_back({std::move(one), std::move(many), count});
    while (count_ > most_kept) {
      count_ -= kept_.front().count;
      kept_.pop_front();
    }
  }

 private:
  struct Kept {
    std::unique_ptr<HandleState> one;
    std::unique_ptr<HandleState[]> many;
    std::size_t count = 0;
  };
  std::mutex mutex_;
  std::deque<Kept> kept_;
  std::size_t count_ = 0;
};

void keep(std::unique_ptr<HandleState> one, std::unique_ptr<HandleState[]> many, std::size_t count) {
  if constexpr (most_kept == 0) return;
  static Graveyard& graveyard = *new Graveyard;  // never destroyed: handles may be static objects
  graveyard.keep(std::move(one), std::move(many), count);
}

}  // namespace

void DeleteRenaming::operator()(Renaming* renaming) const {
  delete renaming;
}

void retire(std::unique_ptr<HandleState> handle) {
  keep(std::move(handle), nullptr, 1);
}

void retire(std::unique_ptr<HandleState[]> handles, std::size_t count) {
  keep(nullptr, std::move(handles), count);
}

}  // namespace gusset::detail
