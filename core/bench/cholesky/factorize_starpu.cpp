#include "factorize.hpp"
#include "solver.hpp"
#include "starpu_session.hpp"

namespace gusset::bench {

std::vector<double> factorize_starpu(Tiles& tiles, unsigned workers, std::size_t repetitions) {
  return time_factorizations<StarPuSession>(tiles, workers, repetitions);
}

}  // namespace gusset::bench
