#pragma once
#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace gusset::cluster {

/// Adds the node to the reason of a task's failure, unless the reason already names one: the node where the
/// kernel threw. Returns other failures unchanged.
std::exception_ptr with_node(const std::exception_ptr& failure, unsigned node);

/// A failure as bytes for a message's body: its kind (TaskFailure or Cancelled), its task and its reason.
/// Long reasons are cut.
std::vector<std::byte> bytes_of(const std::exception_ptr& failure);

/// The failure that bytes_of has written: a TaskFailure whose rethrow_nested throws a std::runtime_error, or
/// Cancelled. Null for no bytes.
std::exception_ptr failure_from(std::span<const std::byte> bytes);

/// The bytes of a text, for a message's body; cut to what fits.
std::vector<std::byte> bytes_of_text(const std::string& text);
std::string text_from(std::span<const std::byte> bytes);

}  // namespace gusset::cluster
