#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/simulator/network/network.hpp"

namespace gusset::cli {

/// Splits a list at commas. Keeps empty parts; there is at least one part.
std::vector<std::string> split_at_commas(const std::string& list);

/// A decimal number without sign, within minimum … maximum. Throws Failure that names the command and its
/// option.
std::uint64_t parse_count(const std::string& command, const std::string& option, const std::string& text,
                          std::uint64_t minimum, std::uint64_t maximum);

/// A time with a unit, in ns. Throws Failure that names the command and its option.
std::int64_t parse_time(const std::string& command, const std::string& option, const std::string& text);

/// The number of threads per node: 1 … max_threads.
std::uint64_t parse_threads(const std::string& command, const std::string& text);

/// Throws Failure if the network does not support the platform's topology.
void require_network(simulator::NetworkEngine network, const simulator::Platform& platform,
                     const std::string& source);

}  // namespace gusset::cli
