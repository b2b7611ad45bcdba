#pragma once
#include <ucontext.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace gusset::testing {

/// Runs a few threads one at a time and switches between them at the points that they announce. Repeats this
/// until it has tried every order with at most `max_preemptions`, in a depth-first search over the choices.
/// The orders are those of sequentially consistent memory. A thread that cannot continue (it spins or waits)
/// does not count as preempted. The threads are contexts of the calling thread, so a switch costs almost
/// nothing.
class ControlledThreads {
 public:
  explicit ControlledThreads(unsigned max_preemptions) : max_preemptions_(max_preemptions) {}
  ControlledThreads(const ControlledThreads&) = delete;
  ControlledThreads& operator=(const ControlledThreads&) = delete;

  /// Executes the bodies in the next order. Pass the same number of bodies each time. Throws
  /// std::runtime_error if no body can continue, and what a body throws.
  void run(std::vector<std::function<void()>> bodies) {
    while (members_.size() < bodies.size()) members_.push_back(std::make_unique<Member>());
    position_ = 0;
    steps_ = 0;
    preemptions_ = 0;
    error_ = nullptr;
    running_ = this;
    for (std::size_t i = 0; i < members_.size(); ++i) members_[i]->prepare(std::move(bodies[i]));
    switch_to(choose(none, false));
    // After a failure, unwinds the remaining bodies.
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (!members_[i]->is_finished) switch_to(i);
    }
    running_ = nullptr;
    ++runs_;
    if (error_) std::rethrow_exception(error_);
  }

  /// Returns false once all orders have been tried.
  bool advance() {
    while (!trail_.empty() && trail_.back().taken + 1 == trail_.back().options.size()) trail_.pop_back();
    if (trail_.empty()) return false;
    ++trail_.back().taken;
    return true;
  }
  std::uint64_t runs() const { return runs_; }
  /// The threads chosen, at each point with a choice.
  std::string trail() const {
    std::string text;
    for (const Choice& choice : trail_) text += std::to_string(choice.options[choice.taken]);
    return text;
  }

  // For the threads themselves. Outside of them the first two functions do nothing.

  /// Another thread may continue here.
  static void point() {
    if (running_ != nullptr) running_->step(true);
  }
  /// The calling thread cannot continue before another thread has run.
  static void spin() {
    if (running_ == nullptr) return;
    running_->members_[running_->self_]->spins_since = running_->steps_ + 1;
    running_->step(false);
  }
  static void wait_until(const std::function<bool()>& condition) {
    Member& self = *running_->members_[running_->self_];
    while (!condition()) {
      self.condition = &condition;
      running_->step(false);
    }
    self.condition = nullptr;
  }

 private:
  struct Aborted {};
  struct Member {
    static constexpr std::size_t stack_bytes = 256 * 1024;
    std::unique_ptr<char[]> stack = std::make_unique<char[]>(stack_bytes);
    ucontext_t context{};
    std::function<void()> body;
    bool is_finished = true;
    std::uint64_t spins_since = 0;
    const std::function<bool()>* condition = nullptr;

    void prepare(std::function<void()> what) {
      body = std::move(what);
      is_finished = false;
      spins_since = 0;
      condition = nullptr;
      getcontext(&context);
      context.uc_stack.ss_sp = stack.get();
      context.uc_stack.ss_size = stack_bytes;
      context.uc_link = nullptr;
      makecontext(&context, &ControlledThreads::start, 0);
    }
  };
  struct Choice {
    std::vector<std::size_t> options;
    std::size_t taken = 0;
  };
  static constexpr std::size_t none = SIZE_MAX;  // the thread that runs all the others
  static constexpr std::uint64_t max_steps = 100'000;
  static inline ControlledThreads* running_ = nullptr;

  static void start() {
    ControlledThreads& all = *running_;
    all.arrive(nullptr);
    Member& self = *all.members_[all.self_];
    try {
      if (!all.error_) self.body();
    } catch (const Aborted&) {
    } catch (...) {
      all.error_ = std::current_exception();
    }
    self.body = nullptr;
    self.is_finished = true;
    ++all.steps_;  // spinning threads may continue
    all.switch_to(all.error_ ? none : all.choose(all.self_, false), true);
  }

  bool is_runnable(std::size_t index) const {
    const Member& member = *members_[index];
    if (member.is_finished || (member.condition != nullptr && !(*member.condition)())) return false;
    return member.spins_since == 0 || steps_ > member.spins_since;
  }

  /// Chooses the thread that continues; none if no thread can.
  std::size_t choose(std::size_t self, bool can_continue) {
    std::vector<std::size_t> options;
    if (can_continue) options.push_back(self);
    if (!can_continue || preemptions_ < max_preemptions_) {
      for (std::size_t i = 0; i < members_.size(); ++i) {
        if (i != self && is_runnable(i)) options.push_back(i);
      }
      // The thread that this one spins for will run, whichever thread goes first, so this choice does not
      // matter. But other threads may spin as well.
      if (!can_continue && self != none && members_[self]->spins_since != 0 && options.size() > 1) {
        const auto works = [this](std::size_t i) { return members_[i]->spins_since == 0; };
        const auto first = std::find_if(options.begin(), options.end(), works);
        options = {first == options.end() ? options.front() : *first};
      }
    }
    // If all remaining threads spin, lets them continue: the event that they spin for may have happened
    // before.
    for (std::size_t i = 0; i < members_.size() && options.empty(); ++i) {
      if (is_runnable(i) || (members_[i]->spins_since != 0 && !members_[i]->is_finished))
        options.push_back(i);
    }
    if (options.empty()) {
      for (const auto& member : members_) {
        if (!member->is_finished)
          error_ = std::make_exception_ptr(std::runtime_error("no thread can continue"));
      }
      return none;
    }
    if (options.size() == 1) return options.front();
    if (position_ == trail_.size()) trail_.push_back({options, 0});
    const Choice& choice = trail_[position_++];
    if (choice.options != options) throw std::logic_error("the program under test is not deterministic");
    return choice.options[choice.taken];
  }

  void step(bool can_continue) {
    if (error_) throw Aborted();
    if (++steps_ > max_steps) throw std::runtime_error("the program does not end");
    const std::size_t self = self_;
    const std::size_t next = choose(self, can_continue);
    if (next != self) {
      if (can_continue) ++preemptions_;
      switch_to(next);
    }
    if (error_) throw Aborted();
    members_[self]->spins_since = 0;
  }

  void switch_to(std::size_t next, [[maybe_unused]] bool for_good = false) {
    ucontext_t& from = self_ == none ? main_ : members_[self_]->context;
    self_ = next;
    ucontext_t& to = next == none ? main_ : members_[next]->context;
    [[maybe_unused]] void* fake_stack = nullptr;
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(for_good ? nullptr : &fake_stack,
                                   next == none ? main_stack_ : members_[next]->stack.get(),
                                   next == none ? main_stack_bytes_ : Member::stack_bytes);
#endif
    swapcontext(&from, &to);
    arrive(fake_stack);
  }
  void arrive([[maybe_unused]] void* fake_stack) {
#if defined(__SANITIZE_ADDRESS__)
    const void* bottom = nullptr;
    std::size_t bytes = 0;
    __sanitizer_finish_switch_fiber(fake_stack, &bottom, &bytes);
    if (main_stack_ == nullptr) {  // the first switch comes from the main context
      main_stack_ = bottom;
      main_stack_bytes_ = bytes;
    }
#endif
  }

  unsigned max_preemptions_;
  std::vector<std::unique_ptr<Member>> members_;
  std::size_t self_ = none;
  ucontext_t main_{};
#if defined(__SANITIZE_ADDRESS__)
  const void* main_stack_ = nullptr;
  std::size_t main_stack_bytes_ = 0;
#endif
  std::vector<Choice> trail_;
  std::size_t position_ = 0;
  std::uint64_t steps_ = 0;
  unsigned preemptions_ = 0;
  std::uint64_t runs_ = 0;
  std::exception_ptr error_;
};

}  // namespace gusset::testing
