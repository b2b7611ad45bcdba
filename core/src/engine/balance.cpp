#include "gusset/core/engine/balance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/errors.hpp"

namespace gusset {

namespace {

constexpr std::string_view list_prefix = "list:";
constexpr std::array<std::string_view, 5> names{"off", "basic", "equalize", "smart", "list"};  // by Policy

std::unordered_map<std::uint64_t, NodeId> read_moves(const std::filesystem::path& path,
                                                     const std::string& source) {
  const Result<std::string> text = read_text(path);
  if (!text) throw ConfigurationError(source + ": " + text.error().message());
  std::unordered_map<std::uint64_t, NodeId> moves;
  std::istringstream lines(*text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string_view content = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (content.empty()) continue;
    const std::size_t space = content.find_first_of(" \t");
    const auto task = parse_number<std::uint64_t>(content.substr(0, space));
    const auto node = space == std::string_view::npos
                          ? std::nullopt
                          : parse_number<unsigned>(trimmed(content.substr(space)));
    const std::string where = source + ": " + path.string() + ", line " + std::to_string(number);
    if (!task || !node) {
      throw ConfigurationError(where, "a task's number and a node, for example \"17 2\"",
                               double_quoted(content));
    }
    if (!moves.emplace(*task, NodeId(*node)).second)
      throw ConfigurationError(where, "each task once", "task " + std::to_string(*task) + " again");
  }
  return moves;
}

}  // namespace

NodeId Balance::listed(std::uint64_t task) const {
  const auto found = moves.find(task);
  return found == moves.end() ? NodeId() : found->second;
}

void Balance::check_nodes(unsigned nodes, const std::string& source) const {
  const std::pair<const std::uint64_t, NodeId>* first = nullptr;  // lowest task
  for (const auto& move : moves) {
    if (move.second.value() >= nodes && (first == nullptr || move.first < first->first)) first = &move;
  }
  if (first == nullptr) return;
  throw ConfigurationError(source + ", task " + std::to_string(first->first),
                           "a node from 0 to " + std::to_string(nodes - 1),
                           std::to_string(first->second.value()));
}

std::string Balance::text() const {
  const std::string name(names[static_cast<std::size_t>(policy)]);
  return threshold == 0 ? name : name + "," + std::to_string(threshold);
}

Balance Balance::from(const Options& options) {
  return parse(options.setting("balance").value_or(""), "GUSSET_BALANCE");
}

Balance Balance::parse(const std::string& text, const std::string& source) {
  Balance balance;
  if (text.empty()) return balance;
  if (text.starts_with(list_prefix)) {
    balance.policy = Policy::list;
    balance.moves = read_moves(text.substr(list_prefix.size()), source);
    return balance;
  }
  const std::size_t comma = text.find(',');
  const auto end = names.end() - 1;  // a list needs its file
  const auto name = std::find(names.begin(), end, std::string_view(text).substr(0, comma));
  const auto refused = [&] {
    return ConfigurationError(
        source,
        "off, basic, equalize, smart, one of the last three with a number of ready tasks "
        "that stay (\"smart,4\"), or list:FILE",
        double_quoted(text));
  };
  if (name == end) throw refused();
  balance.policy = static_cast<Policy>(name - names.begin());
  if (comma == std::string::npos) return balance;
  const auto threshold = parse_number<std::size_t>(std::string_view(text).substr(comma + 1));
  if (!balance.is_on() || !threshold || *threshold == 0) throw refused();
  balance.threshold = *threshold;
  return balance;
}

namespace {

/// What a task takes on the other node, in seconds.
double time_there(Load mine, Load asking) {
  return asking.task_s > 0.0 ? asking.task_s : mine.task_s;
}

/// How many tasks may be away: one for each worker, or nodes with many workers would find no help, and as
/// many as the network can carry while one is away, for two transfers and its own time. With basic, that is
/// all. Otherwise, the node may also fill the network for half of the time for which its ready tasks keep it
/// busy.
std::size_t most_away(const Balance& balance, Load mine, Load asking, Moves moves) {
  if (moves.transfer_s == 0.0) return mine.workers;
  constexpr double no_limit = 1e9;
  constexpr double share = 0.5;  // larger shares delay other messages
  double time_s = 2.0 * moves.transfer_s + time_there(mine, asking);
  if (balance.policy != Balance::Policy::basic)
    time_s += share * static_cast<double>(mine.ready) / mine.workers * mine.task_s;
  return mine.workers + static_cast<std::size_t>(std::min(time_s / moves.transfer_s, no_limit));
}

}  // namespace

std::size_t tasks_that_stay(const Balance& balance, Load mine, Load asking, Moves moves) {
  const std::size_t kept = balance.kept(mine.workers);
  if (mine.task_s == 0.0) return kept;
  // A transfer here costs as much as on the way home. It counts once: a node that counted both kept tasks
  // that slower nodes had better given away.
  constexpr double no_limit = 1e9;
  const double lost_s = moves.transfer_s + time_there(mine, asking) - mine.task_s;
  const double run_meanwhile = std::ceil(mine.workers * lost_s / mine.task_s);
  return kept + static_cast<std::size_t>(std::clamp(run_meanwhile, 0.0, no_limit));
}

std::size_t tasks_to_give(const Balance& balance, Load mine, Load asking, Moves moves) {
  const std::size_t kept = tasks_that_stay(balance, mine, asking, moves);
  const std::size_t away = most_away(balance, mine, asking, moves);
  if (mine.ready <= kept || moves.away >= away) return 0;
  const bool is_trial = mine.task_s == 0.0 || moves.transfer_s == 0.0;
  const std::size_t most = is_trial ? 1 : std::min(mine.ready - kept, away - moves.away);
  if (balance.policy == Balance::Policy::basic) return most;
  // Giving n tasks leaves (ready - n) / workers here and (its ready + n) / its workers there, in tasks per
  // worker. For smart, the tasks take as long as on their node, and the first one there waits for its
  // transfer.
  double here = 1.0 / mine.workers;
  double there = 1.0 / asking.workers;
  double way = 0.0;
  if (balance.policy == Balance::Policy::smart && mine.task_s > 0.0) {
    here *= mine.task_s;
    there *= time_there(mine, asking);
    way = moves.transfer_s;
  }
  const double share =
      (static_cast<double>(mine.ready) * here - static_cast<double>(asking.ready) * there - way) /
      (here + there);
  if (share < 1.0) return 0;
  return std::min(most, static_cast<std::size_t>(std::floor(share)));
}

std::int64_t promise_ns(double task_s) {
  constexpr std::int64_t least_ns = 1'000'000;
  constexpr double most_ns = 3'600e9;
  return std::max<std::int64_t>(least_ns, std::llround(std::min(2e9 * task_s, most_ns)));
}

void TransferTime::add(double seconds) {
  constexpr std::uint64_t memory = 16;
  count_ = std::min(count_ + 1, memory);
  seconds_ += (seconds - seconds_) / static_cast<double>(count_);
}

WorkSearch::WorkSearch(NodeId here, unsigned nodes, std::uint64_t seed)
    : random_(seed * 0x2545f4914f6cdd1du + here.value()) {
  for (unsigned node = 0; node < nodes; ++node) {
    if (node != here.value()) others_.emplace_back(node);
  }
}

NodeId WorkSearch::next() {
  const std::size_t place = asked_++ % others_.size();
  // A step of a shuffle. std::uniform_int_distribution would differ between standard libraries.
  std::swap(others_[place], others_[place + random_() % (others_.size() - place)]);
  return others_[place];
}

std::int64_t WorkSearch::refused_ns() {
  constexpr std::int64_t first_ns = 20'000;
  constexpr std::uint64_t most_doublings = 7;
  const std::uint64_t rounds = refusals_++ / others_.size();
  return first_ns << std::min(rounds, most_doublings);
}

}  // namespace gusset
