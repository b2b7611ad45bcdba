#include "contestants.hpp"
#include "measure_session.hpp"
#include "starpu_session.hpp"

namespace gusset::bench {

std::optional<double> measure_starpu(const Row& row, std::chrono::milliseconds budget) {
  return measure_session<StarPuSession>(row, budget);
}

}  // namespace gusset::bench
