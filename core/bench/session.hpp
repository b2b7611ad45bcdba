#pragma once
#include <cstddef>
#include <string>

namespace gusset::bench {

// The interface that the benchmarks need from a runtime. Each runtime has a class with
//
//     static constexpr bool has_adds;           whether it supports commuting accesses
//     static constexpr std::size_t max_tasks;   more tasks would take minutes or exhaust the memory
//     static unsigned max_workers();
//     template <class Use> static void open(const SessionOptions&, Use use);   calls use(session)
//     void submit(body, accesses…);             body() is the task; 0 to 3 of Read, Write, Add
//     void submit_many(body, reads, Write);     any number of handles to read
//     void start();                             lets other threads start submitted tasks before wait()
//     void wait();                              returns when all tasks have completed
//
// Each class is compiled in a separate file, with that runtime's flags and headers.

/// One access of a task, by handle number.
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
  unsigned workers = 1;  ///< including the submitting thread, if it executes tasks
  std::size_t handles = 0;
  std::string depth;          ///< Gusset only: the recording depth; empty: no recording
  bool is_unbounded = false;  ///< Gusset only: no submission window
};

}  // namespace gusset::bench
