#include "gusset/core/detail/threaded_engine.hpp"

namespace gusset::detail {

template class ThreadedEngine<Plain>;

}  // namespace gusset::detail
