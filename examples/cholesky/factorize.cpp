#include "factorize.hpp"

#include <cstddef>
#include <cstdint>

#include "gusset/core/annotation.hpp"
#include "operations.hpp"

namespace cholesky {

void submit_factorization(gusset::Runtime& runtime, const gusset::TiledMatrix<double>& a, Updates updates) {
  const Potrf potrf{&runtime, updates};
  for (std::size_t i = 0; i < a.column_blocks(); ++i) {
    const gusset::Annotation iteration("iteration", static_cast<std::int64_t>(i));
    potrf.column(a, a.column_blocks(), i);
  }
}

}  // namespace cholesky
