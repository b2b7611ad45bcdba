#include "gusset/traces/answers/link_words.hpp"

#include <array>

namespace gusset::traces {
namespace {

// In the order of ChainLink::Kind.
constexpr std::array<LinkWords, 6> words_of_kinds{{
    {"run", "", "faster kernels shorten it"},
    {"message", "a message", "another process grid, or larger blocks, may send less"},
    {"ready, not taken", "a worker", "more workers, or another order of submission, can win it back"},
    {"not submitted", "submission", "larger tasks are submitted faster"},
    {"not recorded why", "something that was not recorded",
     "a trace with times of submission and readiness tells more"},
    {"not released", "the runtime", "larger tasks leave it less to do"},
}};

}  // namespace

const LinkWords& link_words(ChainLink::Kind kind) {
  return words_of_kinds.at(static_cast<std::size_t>(kind));
}

}  // namespace gusset::traces
