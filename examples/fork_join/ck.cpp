// Searches the tree of a simplified game of checkers to a fixed depth (minimax): on a board of 32 squares,
// men only move and capture forwards. Two levels of tasks choose the first two moves; leaves search serially.
#include <algorithm>
#include <string>

#include "choices.hpp"

namespace fork_join {
namespace {

/// Bit r × 8 + c is the square in row r and column c. The player to move moves towards higher rows.
struct Board {
  std::uint64_t own = 0;  // of the player to move, seen from that player's side
  std::uint64_t other = 0;
};

Board first_board() {
  Board board;
  for (std::size_t row = 0; row < 8; ++row) {
    for (std::size_t column = row % 2; column < 8; column += 2) {
      if (row < 3) board.own |= std::uint64_t{1} << (8 * row + column);
      if (row > 4) board.other |= std::uint64_t{1} << (8 * row + column);
    }
  }
  return board;
}

std::uint64_t turned(std::uint64_t squares) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < 64; ++i) result |= (squares >> i & 1) << (63 - i);
  return result;
}

/// The boards after each of the player's moves, seen from the other side. No move: the player passes.
std::vector<Board> next_boards(const Board& board) {
  std::vector<Board> boards;
  const auto add = [&](std::uint64_t from, std::uint64_t to, std::uint64_t captured) {
    boards.push_back({turned(board.other & ~captured), turned((board.own & ~from) | to)});
  };
  const auto square = [](int row, int column) -> std::uint64_t {
    return row < 8 && column >= 0 && column < 8 ? std::uint64_t{1} << (8 * row + column) : 0;
  };
  for (int i = 0; i < 64; ++i) {
    const std::uint64_t from = std::uint64_t{1} << i;
    if ((board.own & from) == 0) continue;
    for (const int side : {-1, 1}) {
      const std::uint64_t near = square(i / 8 + 1, i % 8 + side), far = square(i / 8 + 2, i % 8 + 2 * side);
      const std::uint64_t taken = board.own | board.other;
      if ((near & board.other) != 0 && far != 0 && (far & taken) == 0) add(from, far, near);
      if (near != 0 && (near & taken) == 0) add(from, near, 0);
    }
  }
  if (boards.empty()) boards.push_back({turned(board.other), turned(board.own)});
  return boards;
}

/// The advantage in men of the player to move, after `plies` more moves in which both play their best.
std::int64_t value_of(const Board& board, std::size_t plies) {
  if (plies == 0) return std::int64_t{std::popcount(board.own)} - std::popcount(board.other);
  std::int64_t best = -100;
  for (const Board& next : next_boards(board)) best = std::max(best, -value_of(next, plies - 1));
  return best;
}

constexpr std::size_t most_moves = 12;  // choices for each of the first two moves
constexpr std::int64_t no_move = 1000;

struct Ck {
  std::size_t plies;

  std::int64_t operator()(std::size_t first, std::size_t second) const {
    const std::vector<Board> boards = next_boards(first_board());
    if (first >= boards.size()) return no_move;
    const std::vector<Board> replies = next_boards(boards[first]);
    return second < replies.size() ? value_of(replies[second], plies - 2) : no_move;
  }
  /// About as many boards as the serial search visits.
  double work(std::size_t first, std::size_t second) const {
    const std::vector<Board> boards = next_boards(first_board());
    double visited = 1.0;
    if (first >= boards.size() || second >= next_boards(boards[first]).size()) return visited;
    for (std::size_t ply = 2; ply < plies; ++ply) visited *= 7.0;
    return visited;
  }
  const gusset::TaskType& type() const {
    static const gusset::TaskType ck("ck");
    return ck;
  }
};

}  // namespace

Outcome ck(gusset::Runtime& runtime, const Settings& settings) {
  Counts values = two_choices(runtime, most_moves);
  const Stopwatch stopwatch;
  Choose<Ck>{&runtime, {settings.rows}}.submit(values(0, 0));
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  std::int64_t best = -no_move;
  for (std::size_t first = 0; first < most_moves; ++first) {
    std::int64_t worst = no_move;
    for (std::size_t second = 0; second < most_moves; ++second)
      worst = std::min(worst, values.element(first * most_moves + second, 0));
    if (worst != no_move) best = std::max(best, worst);
  }
  return {"value " + std::to_string(best), best == value_of(first_board(), settings.rows), seconds};
}

}  // namespace fork_join
