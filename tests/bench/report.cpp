#include "bench/report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

namespace gusset::bench {
namespace {

std::string number(std::optional<double> value) {
  if (!value) return "–";
  std::array<char, 32> text{};
  const int decimals = *value >= 100.0 || *value <= -100.0 ? 0 : (*value >= 10.0 || *value <= -10.0 ? 1 : 3);
  std::snprintf(text.data(), text.size(), "%.*f", decimals, *value);
  return text.data();
}

std::string bound(const Figure& figure, std::optional<double> value) {
  if (!value) return "–";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%s %g", figure.better == "lower" ? "≤" : "≥", *value);
  return text.data();
}

nlohmann::ordered_json or_null(std::optional<double> value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::optional<double> best_peer(const Figure& figure) {
  std::optional<double> best;
  for (const auto& [name, value] : figure.peers) {
    if (!best) {
      best = value;
    } else {
      best = figure.better == "lower" ? std::min(*best, value) : std::max(*best, value);
    }
  }
  return best;
}

std::string format_table(const std::vector<Figure>& figures, const std::vector<std::string>& peers) {
  std::string table = "| figure | unit | Gusset |";
  std::string rule = "| --- | --- | --: |";
  for (const std::string& peer : peers) {
    table += " " + peer + " |";
    rule += " --: |";
  }
  table += " best peer | Gusset ÷ best peer | goal | stretch |\n" + rule + " --: | --: | --: | --: |\n";
  for (const Figure& figure : figures) {
    table += "| " + figure.name + " | " + figure.unit + " | " + number(figure.ours) + " |";
    for (const std::string& peer : peers) {
      const auto found = figure.peers.find(peer);
      table += " " + (found == figure.peers.end() ? "–" : number(found->second)) + " |";
    }
    const std::optional<double> best = best_peer(figure);
    std::optional<double> ratio;
    if (best && figure.ours && *best != 0.0) ratio = *figure.ours / *best;
    table += " " + number(best) + " | " + number(ratio) + " | " + bound(figure, figure.goal) + " | " +
             bound(figure, figure.stretch) + " |\n";
  }
  return table;
}

std::vector<std::string> peers_of(const std::vector<Figure>& figures) {
  std::set<std::string> names;
  for (const Figure& figure : figures) {
    for (const auto& [name, value] : figure.peers) names.insert(name);
  }
  return {names.begin(), names.end()};
}

void print(const std::vector<Figure>& figures, const std::vector<std::string>& peers, bool is_json) {
  std::fputs((is_json ? format_json(figures) : format_table(figures, peers)).c_str(), stdout);
}

std::string format_json(const std::vector<Figure>& figures) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Figure& figure : figures) {
    list.push_back({{"name", figure.name},
                    {"unit", figure.unit},
                    {"ours", or_null(figure.ours)},
                    {"peers", figure.peers},
                    {"goal", or_null(figure.goal)},
                    {"better", figure.better}});
  }
  return list.dump(2) + "\n";
}

}  // namespace gusset::bench
