#pragma once
#include <map>

#include "node_record.hpp"

namespace gusset::cli {

/// The node whose failure is the cause of the others', nullptr if none has failed: the one that ended first.
/// A node that was stopped has only followed another one. So may have one that MPI has ended (SIGABRT, or a
/// status that is not 0) because another one was gone; the system may report that one's end up to a second
/// later.
const NodeEnd* first_failure(const std::map<unsigned, NodeEnd>& ends);

}  // namespace gusset::cli
