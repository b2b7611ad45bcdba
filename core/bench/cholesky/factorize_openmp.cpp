#include "factorize.hpp"
#include "openmp_session.hpp"
#include "solver.hpp"

namespace gusset::bench {

std::vector<double> factorize_openmp(Tiles& tiles, unsigned workers, std::size_t repetitions) {
  return time_factorizations<OpenMpSession>(tiles, workers, repetitions);
}

}  // namespace gusset::bench
