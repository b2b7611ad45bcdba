#include "bench/rounds.hpp"

#include <cstdio>
#include <stdexcept>

#include "bench/statistics.hpp"

namespace gusset::bench {
namespace {

/// The values that one contestant has measured so far.
struct Samples {
  const Contestant* contestant = nullptr;
  std::vector<double> values{};
  bool is_out = false;
  bool has_failed = false;

  void measure(const std::string& what, const std::string& program) {
    if (is_out) return;
    try {
      const std::optional<double> value = contestant->measure();
      is_out = !value;
      if (value) values.push_back(*value);
    } catch (const std::runtime_error& error) {
      is_out = has_failed = true;
      std::fprintf(stderr, "%s: %s, %s: %s\n", program.c_str(), contestant->name.c_str(), what.c_str(),
                   error.what());
    }
  }
  std::optional<double> value() const {
    return is_out || values.empty() ? std::nullopt : std::optional(median(values));
  }
};

}  // namespace

Failed measure_alternately(Figure& figure, const Contestant& ours, const std::vector<Contestant>& peers,
                           std::size_t rounds, const std::string& program) {
  std::vector<Samples> all{{&ours}};
  for (const Contestant& peer : peers) all.push_back({&peer});
  for (std::size_t round = 0; round < rounds; ++round) {
    for (Samples& samples : all) samples.measure(figure.name, program);
  }
  Failed failed{all.front().has_failed};
  figure.ours = all.front().value();
  for (std::size_t peer = 1; peer < all.size(); ++peer) {
    failed.peers |= all[peer].has_failed;
    if (const auto value = all[peer].value()) figure.peers[all[peer].contestant->name] = *value;
  }
  return failed;
}

}  // namespace gusset::bench
