#pragma once
#include <cstddef>
#include <vector>

#include "session.hpp"
#include "workload.hpp"

namespace gusset::bench {

/// Submits tasks in the order and with the accesses of a right-looking Cholesky factorization; each update is
/// a write.
template <class Session, class Body>
void submit_cholesky(Session& session, std::size_t n, Body body) {
  const auto tile = [n](std::size_t i, std::size_t j) { return i * n + j; };
  for (std::size_t k = 0; k < n; ++k) {
    session.submit(body, Write{tile(k, k)});
    for (std::size_t i = k + 1; i < n; ++i) session.submit(body, Read{tile(k, k)}, Write{tile(i, k)});
    for (std::size_t i = k + 1; i < n; ++i) {
      for (std::size_t j = k + 1; j < i; ++j)
        session.submit(body, Read{tile(i, k)}, Read{tile(j, k)}, Write{tile(i, j)});
      session.submit(body, Read{tile(i, k)}, Write{tile(i, i)});
    }
  }
}

template <class Session, class Body>
void submit_stencil(Session& session, const Workload& workload, Body body) {
  std::vector<std::size_t> reads(workload.reads);
  for (std::size_t task = 0; task < workload.size; ++task) {
    const std::size_t layer = task / workload.width;
    const std::size_t place = task % workload.width;
    const std::size_t source = (layer + 1) % 2 * workload.width;
    const Write result{layer % 2 * workload.width + place};
    for (std::size_t i = 0; i < reads.size(); ++i) reads[i] = source + (place + i) % workload.width;
    if (reads.size() == 1) {
      session.submit(body, Read{reads[0]}, result);
    } else if (reads.size() == 2) {
      session.submit(body, Read{reads[0]}, Read{reads[1]}, result);
    } else {
      session.submit_many(body, reads, result);
    }
  }
}

/// Submits all tasks of a workload, each with this body.
template <class Session, class Body>
void submit_workload(Session& session, const Workload& workload, Body body) {
  switch (workload.shape) {
    case Shape::independent:
      for (std::size_t i = 0; i < workload.size; ++i) session.submit(body);
      break;
    case Shape::cholesky:
      submit_cholesky(session, workload.size, body);
      break;
    case Shape::chain:
      for (std::size_t i = 0; i < workload.size; ++i) session.submit(body, Write{0});
      break;
    case Shape::adds:
      if constexpr (Session::has_adds) {
        for (std::size_t i = 0; i < workload.size; ++i) session.submit(body, Add{0});
      }
      break;
    case Shape::stencil:
      submit_stencil(session, workload, body);
      break;
  }
}

}  // namespace gusset::bench
