#include "messages/failure_text.hpp"

#include <algorithm>

#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/errors.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {
namespace {

constexpr char is_failure = 'f';
constexpr char is_cancelled = 'c';
constexpr const char* before_node = " (on node ";
/// So that the node fits into a message too.
constexpr std::size_t longest_reason = max_body_bytes / 2;

}  // namespace

std::vector<std::byte> bytes_of_text(const std::string& text) {
  const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + std::min(text.size(), max_body_bytes)};
}

std::string text_from(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::exception_ptr with_node(const std::exception_ptr& failure, unsigned node) {
  if (failure == nullptr) return nullptr;
  try {
    std::rethrow_exception(failure);
  } catch (const TaskFailure& error) {
    const std::string& why = error.why();
    if (why.ends_with(")") && why.find(before_node) != std::string::npos) return failure;
    try {
      error.rethrow_nested();
    } catch (...) {  // so that the new failure has the kernel's exception too
      return std::make_exception_ptr(TaskFailure(
          error.task(), why.substr(0, longest_reason) + before_node + std::to_string(node) + ")"));
    }
  } catch (...) {
    return failure;
  }
}

std::vector<std::byte> bytes_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const TaskFailure& error) {
    return bytes_of_text(is_failure + error.task() + '\0' + error.why());
  } catch (const std::exception& error) {
    return bytes_of_text(is_cancelled + std::string(error.what()));
  }
}

std::exception_ptr failure_from(std::span<const std::byte> bytes) {
  if (bytes.empty()) return nullptr;
  const std::string text = text_from(bytes.subspan(1));
  if (static_cast<char>(bytes.front()) == is_cancelled) return std::make_exception_ptr(Cancelled(text));
  const std::size_t end = std::min(text.find('\0'), text.size());
  return make_remote_failure(text.substr(0, end), text.substr(std::min(end + 1, text.size())));
}

}  // namespace gusset::cluster
