#pragma once
#include <cstddef>

#include "gusset/core/policy.hpp"

namespace gusset::detail {

/// Deals to all workers in turn, from its own on.
class Dealer {
 public:
  explicit Dealer(const PolicyContext& context) : next_(context.worker.value()), workers_(context.workers) {}

  WorkerId deal() {
    const WorkerId worker(next_);
    next_ = next_ + 1 == workers_ ? 0 : next_ + 1;
    return worker;
  }

 private:
  std::size_t next_;
  std::size_t workers_;
};

}  // namespace gusset::detail
