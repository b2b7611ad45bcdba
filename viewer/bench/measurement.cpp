#include "measurement.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace gusset::bench {

double quantile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  const auto last = static_cast<double>(samples.size() - 1);
  return samples[static_cast<std::size_t>(last * share + 0.5)];
}

double time_ms(const std::function<void()>& action) {
  const auto begin = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void print_table(const std::vector<Measurement>& measurements) {
  std::printf("| figure | unit | Gusset | goal | others |\n| --- | --- | --- | --- | --- |\n");
  for (const Measurement& measurement : measurements) {
    std::string others;
    for (const auto& [name, value] : measurement.peers) {
      char text[64];
      std::snprintf(text, sizeof text, "%s%s %.4g", others.empty() ? "" : ", ", name.c_str(), value);
      others += text;
    }
    std::printf("| %s | %s | %.4g | %s %.4g | %s |\n", measurement.name.c_str(), measurement.unit.c_str(),
                measurement.ours, measurement.better == "lower" ? "≤" : "≥", measurement.goal,
                others.empty() ? "–" : others.c_str());
  }
}

void print_json(const std::vector<Measurement>& measurements) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Measurement& measurement : measurements) {
    list.push_back({{"name", measurement.name},
                    {"unit", measurement.unit},
                    {"ours", measurement.ours},
                    {"peers", measurement.peers},
                    {"goal", measurement.goal},
                    {"better", measurement.better}});
  }
  std::printf("%s\n", list.dump(2).c_str());
}

}  // namespace gusset::bench
