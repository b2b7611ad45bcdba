#include "threads/threaded_engine.hpp"

namespace gusset::detail {

template class ThreadedEngine<Plain>;

}  // namespace gusset::detail
