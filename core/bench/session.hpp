#pragma once
#include <cstddef>
#include <string>

namespace gusset::bench {

// How a runtime looks to the benchmarks. Each has a class with
//
//     static constexpr bool has_adds;           whether it knows accesses that commute
//     static constexpr std::size_t max_tasks;   with more it needs minutes, or more memory than there is
//     static unsigned max_workers();
//     template <class Use> static void open(const SessionOptions&, Use use);   calls use(session)
//     void submit(body, accesses…);             body() is the task; 0 to 3 of Read, Write, Add
//     void submit_many(body, reads, Write);     any number of handles to read
//     void start();                             lets others begin what was submitted, where wait() would
//     void wait();                              returns when all tasks have completed
//
// which is compiled in a file of its own, so that each runtime's flags and headers are its own affair.

/// One access of a task, by its handle's number.
struct Read {
  std::size_t handle;
};
struct Write {
  std::size_t handle;
};
struct Add {
  std::size_t handle;
};

struct SessionOptions {
  unsigned workers = 1;  ///< the submitting thread included, where it takes part
  std::size_t handles = 0;
  std::string depth;          ///< Gusset only: what it records; empty: nothing
  bool is_unbounded = false;  ///< Gusset only: without the submission window
};

}  // namespace gusset::bench
