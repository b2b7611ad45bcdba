#include "contestants.hpp"
#include "measure_session.hpp"
#include "openmp_session.hpp"

namespace gusset::bench {

std::optional<double> measure_openmp(const Row& row, std::chrono::milliseconds budget) {
  return measure_session<OpenMpSession>(row, budget);
}

}  // namespace gusset::bench
