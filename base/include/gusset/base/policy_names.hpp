#pragma once
#include <array>
#include <string_view>

namespace gusset {

/// The scheduling policies that every runtime and simulation has, the default first. Programs may register
/// more.
inline constexpr std::array<std::string_view, 9> built_in_policy_names{
    "locality", "fifo", "priority", "random", "nearest", "static", "critical", "cab", "squads"};

/// What each of these policies does, in a few words, for lists of all of them.
inline constexpr std::array<std::string_view, built_in_policy_names.size()> built_in_policy_hints{
    "own queues, steals half of another's",
    "one queue, the oldest first",
    "one queue, the highest priority first",
    "own queues, steals one task",
    "own queues, steals half, in its socket first",
    "each task has its worker, no stealing",
    "one queue, the highest priority first, or upward rank if known",
    "own queues, steals within a socket below a level",
    "like cab, the level follows from caches"};

/// What each of these policies does, in one sentence; docs/commands.md has the same sentences.
inline constexpr std::array<std::string_view, built_in_policy_names.size()> built_in_policy_sentences{
    "Ready tasks wait with the worker that submitted them or made them ready; an idle worker takes half of "
    "another worker's tasks, beginning its search at a random worker (SuperGlue, Tillenius 2015).",
    "Ready tasks wait in one queue for all, and idle workers take the oldest.",
    "Ready tasks wait in one queue for all, and idle workers take the task with the highest priority, the "
    "oldest among equals.",
    "Ready tasks wait as with locality; an idle worker takes one task from a random worker.",
    "Ready tasks wait as with locality; an idle worker takes half of another worker's tasks, and tries "
    "workers of its own socket first.",
    "Each task is assigned to a worker: by the first handle that it modifies, or else reads (the handle's "
    "number modulo the number of workers), or round-robin if it has no handles; no worker takes another's "
    "tasks.",
    "Ready tasks wait in one queue for all, and idle workers take the task with the highest priority, "
    "among equals the one with the most declared work, then the oldest; tasks of a plan, or of a graph "
    "that never ran, get their upward rank as priority if they have none (Topcuoglu, Hariri, Wu 2002).",
    "Tasks down to a boundary level may run on any socket, and the tasks below them stay within one "
    "socket; with one socket the same as locality (CAB: Chen, Huang, Guo, Zhou 2011).",
    "As with cab, but the boundary follows from the tasks' bytes and the sockets' caches, and each part of "
    "the work goes to the socket that last accessed most of its data; with one socket the same as locality."};

}  // namespace gusset
