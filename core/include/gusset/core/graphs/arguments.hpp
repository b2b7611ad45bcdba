#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace gusset::detail {

/// Whether a value of this type only refers to other values, which would stay on the sender.
template <class T>
inline constexpr bool refers = std::is_pointer_v<T>;
template <class T, std::size_t extent>
inline constexpr bool refers<std::span<T, extent>> = true;
template <class Character, class Traits>
inline constexpr bool refers<std::basic_string_view<Character, Traits>> = true;
template <class T>
inline constexpr bool refers<std::reference_wrapper<T>> = true;

/// How an argument of a message travels. `Kept` is what the receiver stores while it handles the message.
/// Nodes of a run are processes of one program, so values are sent as they are in memory.
template <class T>
struct MessageArgument {
  static_assert(std::is_trivially_copyable_v<T> && !refers<T>,
                "a message's argument must be trivially copyable, a pair or tuple, a std::string, or a "
                "std::vector or std::span<const T> of trivially copyable elements");
  using Kept = T;
  static std::size_t bytes(const T&) { return sizeof(T); }
  static void write(std::byte*& place, const T& value) {
    std::memcpy(place, &value, sizeof(T));
    place += sizeof(T);
  }
  static Kept read(const std::byte*& place) {
    std::remove_const_t<T> value;
    std::memcpy(static_cast<void*>(&value), place, sizeof(T));
    place += sizeof(T);
    return value;
  }
};

/// A sequence of trivially copyable elements, after its length.
template <class Sequence, class Keeps>
struct SequenceArgument {
  using Kept = Keeps;
  using Element = std::remove_const_t<typename Sequence::value_type>;
  static_assert(std::is_trivially_copyable_v<Element>, "the elements must be trivially copyable");

  static std::size_t bytes(const Sequence& value) {
    return sizeof(std::uint64_t) + value.size() * sizeof(Element);
  }
  static void write(std::byte*& place, const Sequence& value) {
    MessageArgument<std::uint64_t>::write(place, value.size());
    if (value.empty()) return;
    std::memcpy(place, value.data(), value.size() * sizeof(Element));
    place += value.size() * sizeof(Element);
  }
  static Kept read(const std::byte*& place) {
    Kept value(static_cast<std::size_t>(MessageArgument<std::uint64_t>::read(place)), Element{});
    if (value.empty()) return value;
    std::memcpy(value.data(), place, value.size() * sizeof(Element));
    place += value.size() * sizeof(Element);
    return value;
  }
};

/// Pairs and tuples travel element by element.
template <class Tuple, class... Elements>
struct TupleArgument {
  using Kept = Tuple;
  static std::size_t bytes(const Tuple& value) {
    return std::apply(
        [](const auto&... each) { return (MessageArgument<Elements>::bytes(each) + ... + std::size_t{0}); },
        value);
  }
  static void write(std::byte*& place, const Tuple& value) {
    std::apply([&](const auto&... each) { (MessageArgument<Elements>::write(place, each), ...); }, value);
  }
  static Kept read(const std::byte*& place) { return Tuple{MessageArgument<Elements>::read(place)...}; }
};

template <>
struct MessageArgument<std::string> : SequenceArgument<std::string, std::string> {};
template <class Element>
struct MessageArgument<std::vector<Element>> : SequenceArgument<std::vector<Element>, std::vector<Element>> {
};
template <class Element>
struct MessageArgument<std::span<const Element>>
    : SequenceArgument<std::span<const Element>, std::vector<Element>> {};
template <class First, class Second>
struct MessageArgument<std::pair<First, Second>> : TupleArgument<std::pair<First, Second>, First, Second> {};
template <class... Elements>
struct MessageArgument<std::tuple<Elements...>> : TupleArgument<std::tuple<Elements...>, Elements...> {};

/// The bytes of a message's arguments.
template <class... Arguments>
std::size_t bytes_of_arguments(const Arguments&... arguments) {
  return (MessageArgument<Arguments>::bytes(arguments) + ... + std::size_t{0});
}

template <class... Arguments>
std::vector<std::byte> written_arguments(const Arguments&... arguments) {
  std::vector<std::byte> text(bytes_of_arguments(arguments...));
  [[maybe_unused]] std::byte* place = text.data();
  (MessageArgument<Arguments>::write(place, arguments), ...);
  return text;
}

/// Calls the function with the arguments that written_arguments has written.
template <class... Arguments, class Function>
decltype(auto) with_arguments(std::span<const std::byte> text, Function&& function) {
  [[maybe_unused]] const std::byte* place = text.data();
  // A braced list is evaluated from left to right.
  std::tuple<typename MessageArgument<Arguments>::Kept...> kept{MessageArgument<Arguments>::read(place)...};
  return std::apply([&](auto&... each) -> decltype(auto) { return function(Arguments(each)...); }, kept);
}

}  // namespace gusset::detail
