#pragma once
#include <starpu.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "session.hpp"

namespace gusset::bench {

/// StarPU's tasks over data handles without contents, submitted without cost models.
class StarPuSession {
 public:
  static constexpr bool has_adds = true;
  static constexpr std::size_t max_tasks = 1'000'000;
  /// StarPU starts at most one worker per core.
  static unsigned max_workers() { return std::max(1U, std::thread::hardware_concurrency()); }

  template <class Use>
  static void open(const SessionOptions& options, Use use) {
    setenv("STARPU_SILENT", "1", 1);
    setenv("STARPU_HOME", std::filesystem::temp_directory_path().c_str(),
           0);                                // the folder for files that StarPU keeps between runs
    setenv("STARPU_WORKERS_NOBIND", "1", 1);  // no runtime in this comparison binds its workers
    setenv("STARPU_MAIN_THREAD_BIND", "0", 1);
    starpu_conf configuration;
    starpu_conf_init(&configuration);
    configuration.ncpus = static_cast<int>(options.workers);
    configuration.ncuda = 0;
    configuration.nopencl = 0;
    if (starpu_init(&configuration) != 0) throw std::runtime_error("StarPU: starpu_init failed");
    if (starpu_cpu_worker_get_count() != options.workers) {
      const unsigned found = starpu_cpu_worker_get_count();
      starpu_shutdown();
      throw std::runtime_error("StarPU: expected " + std::to_string(options.workers) + " workers, found " +
                               std::to_string(found));
    }
    {
      StarPuSession session(options.handles);
      use(session);
    }
    starpu_shutdown();
  }

  StarPuSession(const StarPuSession&) = delete;
  StarPuSession& operator=(const StarPuSession&) = delete;

  template <class Body, class... Accesses>
  void submit(Body body, Accesses... accesses) {
    static starpu_codelet codelet = make_codelet<Body, Accesses...>();
    starpu_task* const task = make_task(codelet, body);
    [[maybe_unused]] std::size_t i = 0;
    ((task->handles[i++] = handles_[accesses.handle]), ...);
    hand_over(task);
  }
  template <class Body>
  void submit_many(Body body, const std::vector<std::size_t>& reads, Write write) {
    static starpu_codelet codelet = [] {
      starpu_codelet made = make_codelet<Body>();
      made.nbuffers = STARPU_VARIABLE_NBUFFERS;
      return made;
    }();
    starpu_task* const task = make_task(codelet, body);
    const std::size_t count = reads.size() + 1;
    task->nbuffers = static_cast<int>(count);
    starpu_data_handle_t* handles = task->handles;
    starpu_data_access_mode* modes = task->modes;
    if (count > STARPU_NMAXBUFS) {  // StarPU frees these two lists with the task
      handles = task->dyn_handles = allocate<starpu_data_handle_t>(count);
      modes = task->dyn_modes = allocate<starpu_data_access_mode>(count);
    }
    for (std::size_t i = 0; i < reads.size(); ++i) {
      handles[i] = handles_[reads[i]];
      modes[i] = STARPU_R;
    }
    handles[reads.size()] = handles_[write.handle];
    modes[reads.size()] = STARPU_RW;
    hand_over(task);
  }

  void start() {}
  void wait() { starpu_task_wait_for_all(); }

 private:
  explicit StarPuSession(std::size_t handles) : handles_(handles) {
    for (starpu_data_handle_t& handle : handles_) starpu_void_data_register(&handle);
  }
  ~StarPuSession() {
    for (const starpu_data_handle_t handle : handles_) starpu_data_unregister(handle);
  }

  static starpu_data_access_mode mode(Read) { return STARPU_R; }
  static starpu_data_access_mode mode(Write) { return STARPU_RW; }
  static starpu_data_access_mode mode(Add) {
    return static_cast<starpu_data_access_mode>(STARPU_RW | STARPU_COMMUTE);
  }

  template <class Body, class... Accesses>
  static starpu_codelet make_codelet() {
    starpu_codelet codelet;
    starpu_codelet_init(&codelet);
    codelet.cpu_funcs[0] = [](void**, [[maybe_unused]] void* argument) {
      if constexpr (std::is_empty_v<Body>) {
        Body{}();
      } else {
        (*static_cast<const Body*>(argument))();
      }
    };
    codelet.nbuffers = sizeof...(Accesses);
    [[maybe_unused]] std::size_t i = 0;
    ((codelet.modes[i++] = mode(Accesses{})), ...);
    return codelet;
  }

  template <class Body>
  static starpu_task* make_task(starpu_codelet& codelet, const Body& body) {
    static_assert(std::is_trivially_copyable_v<Body>);
    starpu_task* const task = starpu_task_create();
    task->cl = &codelet;
    if constexpr (!std::is_empty_v<Body>) {
      task->cl_arg = std::malloc(sizeof body);
      task->cl_arg_size = sizeof body;
      task->cl_arg_free = 1;
      std::memcpy(task->cl_arg, &body, sizeof body);
    }
    return task;
  }
  template <class Item>
  static Item* allocate(std::size_t count) {
    return static_cast<Item*>(std::malloc(count * sizeof(Item)));
  }
  static void hand_over(starpu_task* task) {
    if (starpu_task_submit(task) != 0) throw std::runtime_error("StarPU: starpu_task_submit failed");
  }

  std::vector<starpu_data_handle_t> handles_;
};

}  // namespace gusset::bench
