#include "factorize.hpp"
#include "solver.hpp"
#include "tbb_session.hpp"

namespace gusset::bench {

std::vector<double> factorize_tbb(Tiles& tiles, unsigned workers, std::size_t repetitions) {
  return time_factorizations<TbbSession>(tiles, workers, repetitions);
}

}  // namespace gusset::bench
