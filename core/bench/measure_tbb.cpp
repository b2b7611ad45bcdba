#include "contestants.hpp"
#include "measure_session.hpp"
#include "tbb_session.hpp"

namespace gusset::bench {

std::optional<double> measure_tbb(const Row& row, std::chrono::milliseconds budget) {
  return measure_session<TbbSession>(row, budget);
}

}  // namespace gusset::bench
