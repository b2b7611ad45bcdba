#include "accuracy/factorizations.hpp"

#include <algorithm>
#include <stdexcept>

namespace accuracy {
namespace {

using nlohmann::json;

}  // namespace

Words Factorizations::program(std::size_t rows, const std::string& blocks) const {
  return {"--", laboratory_.program("cholesky"), "--size", std::to_string(rows), "--blocks", blocks};
}

double Factorizations::measure(const Case& which, const std::string& trace) const {
  laboratory_.gusset(Words{"run", "-o", trace, "--threads", std::to_string(which.workers)} +
                     program(which.rows(), std::to_string(which.blocks)));
  return json::parse(laboratory_.gusset({"info", trace, "--json"})).at("makespan_s").get<double>();
}

Prediction Factorizations::predict(const Case& which, const std::string& costs) const {
  const std::string statistics = laboratory_.file("statistics.json");
  laboratory_.gusset(
      Words{"simulate", "--stats", statistics, "--costs", costs, "--threads", std::to_string(which.workers)} +
      program(which.rows(), std::to_string(which.blocks)));
  const json document = laboratory_.json(statistics);
  const json& bounds = document.at("bounds");
  return {document.at("makespan_s").get<double>(),
          std::max(bounds.at("work_s").get<double>(), bounds.at("critical_path_s").get<double>())};
}

double Factorizations::replay(const std::string& trace) const {
  return json::parse(laboratory_.gusset({"replay", trace, "--json"})).at("makespan_s").get<double>();
}

std::size_t Factorizations::advised_tile(std::size_t rows, const std::vector<std::size_t>& tiles,
                                         std::size_t workers, const std::string& costs) const {
  std::string blocks;
  for (const std::size_t tile : tiles) blocks += (blocks.empty() ? "" : ",") + std::to_string(rows / tile);
  const std::string sweep = laboratory_.file("sweep.json");
  laboratory_.gusset(Words{"tune", "--restart", "-o", sweep, "--costs", costs, "--threads",
                           std::to_string(workers), "--param", "blocks=" + blocks} +
                     program(rows, "{blocks}"));
  // What is best by time is what takes the least.
  const json document = laboratory_.json(sweep);
  std::size_t best = 0;
  double least_s = 0.0;
  for (const json& row : document.at("configurations")) {
    const json& screen = row.at("screen");
    if (screen.at("measures").is_null())
      throw std::runtime_error("tune: expected a prediction, found: " +
                               screen.at("reason").get<std::string>());
    const double makespan_s = screen.at("measures").at("makespan_s").get<double>();
    if (best != 0 && makespan_s >= least_s) continue;
    best = rows / std::stoul(row.at("values").at(0).get<std::string>());
    least_s = makespan_s;
  }
  return best;
}

}  // namespace accuracy
