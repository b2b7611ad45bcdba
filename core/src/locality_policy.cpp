#include <memory>

#include "gusset/core/policy.hpp"

namespace gusset {

namespace {

/// One step of a Weyl sequence and a mix of its bits (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, 2014).
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t bits = state += 0x9e3779b97f4a7c15u;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

class LocalityPolicy final : public Policy {
 public:
  LocalityPolicy(WorkerId worker, std::size_t workers, std::uint64_t seed)
      : self_(worker.value()),
        workers_(workers),
        next_(worker.value()),
        random_(seed * 0x2545f4914f6cdd1du + worker.value()) {}

  Place place(const TaskView&, ReadyCause cause) override {
    if (cause == ReadyCause::woken) return {WorkerId(self_), true};
    const WorkerId worker(next_);
    next_ = next_ + 1 == workers_ ? 0 : next_ + 1;
    return {worker, false};
  }

  std::optional<WorkerId> next_victim(std::size_t attempt) override {
    const std::size_t others = workers_ - 1;
    if (attempt >= others) return std::nullopt;
    if (attempt == 0) first_victim_ = next_random(random_) % others;
    return WorkerId((self_ + 1 + (first_victim_ + attempt) % others) % workers_);
  }

  std::size_t steal_count(std::size_t) override { return 1; }

 private:
  std::size_t self_;
  std::size_t workers_;
  std::size_t next_;  // of the workers that ready tasks are dealt to
  std::size_t first_victim_ = 0;
  std::uint64_t random_;
};

}  // namespace

std::unique_ptr<Policy> make_locality_policy(WorkerId worker, std::size_t workers, std::uint64_t seed) {
  return std::make_unique<LocalityPolicy>(worker, workers, seed);
}

}  // namespace gusset
