#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/simulator/network/network.hpp"

namespace gusset::cli {

/// Splits a list at commas. Keeps empty parts; there is at least one part.
std::vector<std::string> split_at_commas(const std::string& list);

/// Parses a decimal number from minimum to maximum, without a sign. Throws Failure that names the command and
/// its option.
std::uint64_t parse_count(const std::string& command, const std::string& option, const std::string& text,
                          std::uint64_t minimum, std::uint64_t maximum);

/// Parses a time with a unit; returns ns. Throws Failure that names the command and its option.
std::int64_t parse_time(const std::string& command, const std::string& option, const std::string& text);

/// Parses a time above 0, in seconds if it has no unit; returns ns. Throws Failure that names the command and
/// its option.
std::int64_t parse_seconds(const std::string& command, const std::string& option, const std::string& text);

/// Parses the number of threads per node, from 1 to max_threads.
std::uint64_t parse_threads(const std::string& command, const std::string& text);

/// Parses a boundary level, from 0 to max_boundary.
unsigned parse_boundary(const std::string& command, const std::string& text);

/// Throws Failure that names the command if `text` is not a setting of load balancing (Balance::parse),
/// or if it names a node that a run on `nodes` nodes does not have.
void check_balance(const std::string& command, const std::string& text,
                   std::optional<unsigned> nodes = std::nullopt);

/// Throws Failure that names the command if `text` is not a setting of broadcasts (BroadcastTree::parse).
void check_broadcast(const std::string& command, const std::string& text);

/// Returns `text`, the name of a schedule's form. Throws Failure that names the command if it is no such
/// name, or if there is no schedule (both options must be given).
std::string checked_form(const std::string& command, const std::string& text, const std::string& schedule);

/// Throws Failure if the network does not support the platform's topology.
void require_network(simulator::NetworkEngine network, const simulator::Platform& platform,
                     const std::string& source);

}  // namespace gusset::cli
