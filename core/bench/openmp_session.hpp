#pragma once
#include <cstddef>
#include <limits>
#include <vector>

#include "session.hpp"

namespace gusset::bench {

/// OpenMP tasks with `depend`. Each handle is one byte, whose address is the dependency.
class OpenMpSession {
 public:
  static constexpr bool has_adds = true;
  static constexpr std::size_t max_tasks = 1'000'000;
  static unsigned max_workers() { return std::numeric_limits<unsigned>::max(); }

  template <class Use>
  static void open(const SessionOptions& options, Use use) {
    OpenMpSession session(options.handles);
#pragma omp parallel num_threads(static_cast <int>(options.workers))
#pragma omp single
    use(session);
  }

  template <class Body>
  void submit(Body body) {
#pragma omp task firstprivate(body)
    body();
  }
  template <class Body>
  void submit(Body body, Write write) {
    [[maybe_unused]] char* const to = at(write);
#pragma omp task firstprivate(body) depend(inout : to[0])
    body();
  }
  template <class Body>
  void submit(Body body, Add add) {
    [[maybe_unused]] char* const to = at(add);
#pragma omp task firstprivate(body) depend(mutexinoutset : to[0])
    body();
  }
  template <class Body>
  void submit(Body body, Read read, Write write) {
    [[maybe_unused]] char* const from = at(read);
    [[maybe_unused]] char* const to = at(write);
#pragma omp task firstprivate(body) depend(in : from[0]) depend(inout : to[0])
    body();
  }
  template <class Body>
  void submit(Body body, Read first, Read second, Write write) {
    [[maybe_unused]] char* const from = at(first);
    [[maybe_unused]] char* const other = at(second);
    [[maybe_unused]] char* const to = at(write);
#pragma omp task firstprivate(body) depend(in : from[0], other[0]) depend(inout : to[0])
    body();
  }
  template <class Body>
  void submit_many(Body body, const std::vector<std::size_t>& reads, Write write) {
    [[maybe_unused]] const std::size_t* const from = reads.data();
    [[maybe_unused]] const std::size_t count = reads.size();
    [[maybe_unused]] char* const handles = handles_.data();
#pragma omp task firstprivate(body) depend(iterator(std::size_t i = 0       \
                                                    : count),               \
                                           in                               \
                                           : handles[from[i]]) depend(inout \
                                                                      : handles[write.handle])
    body();
  }

  void start() {}
  void wait() {
#pragma omp taskwait
  }

 private:
  explicit OpenMpSession(std::size_t handles) : handles_(handles + 1) {}

  template <class Access>
  char* at(Access access) {
    return &handles_[access.handle];
  }

  std::vector<char> handles_;
};

}  // namespace gusset::bench
