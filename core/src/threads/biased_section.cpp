#include "threads/biased_section.hpp"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

namespace gusset::detail {

namespace {
bool membarrier(int command) {
  return syscall(__NR_membarrier, command, 0, 0) == 0;
}
}  // namespace

BiasedSection::BiasedSection() {
  static const bool is_supported = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  if (is_supported) return;
  revoked_.store(true, std::memory_order_relaxed);  // relaxed: no other thread knows this object yet
  settled_.store(true, std::memory_order_relaxed);
}

void BiasedSection::revoke_slowly() {
  revoked_.store(true, std::memory_order_seq_cst);
  // After this barrier, this thread sees whether the favoured thread is inside, and the favoured thread sees
  // the revocation when it enters.
  membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
  while (inside_.load(std::memory_order_acquire)) std::this_thread::yield();  // pairs with leave()
  settled_.store(true, std::memory_order_release);  // pairs with the load in revoke()
}

}  // namespace gusset::detail
