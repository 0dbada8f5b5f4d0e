#pragma once

// Attribute values: what a C++ type looks like in XML. `Codec<T>` reads a T from text, shows one,
// and names its form; the schema deduces everything about a row from the type of the member behind
// it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/fault.h"

namespace thew::io::mjcf {

/// A word that stands for a number.
struct Keyword {
  std::string_view text;
  int value = 0;
};
using Keywords = std::span<const Keyword>;

/// The keywords of an enumeration; specialised in keywords.h.
template <class Enum>
Keywords keywords_of();

/// What the text of an attribute must look like.
struct Form {
  std::string type;        ///< `real`, `int`, `text`, `name of a geom`...
  int least = 1;           ///< how many values there must be
  int most = 1;            ///< and may be; -1: any number
  Keywords keywords = {};  ///< the words that are allowed, if it is one
};

inline constexpr int kAny = -1;

/// Numbers beyond this are mistakes: no length, mass or force needs them, and their products
/// overflow.
inline constexpr double kLargestNumber = 1e60;

/// The words of a text, separated by white space.
std::vector<std::string_view> words(std::string_view text);

/// One number. Independent of locale; NaN, infinities and what lies beyond kLargestNumber are
/// faults.
double to_real(std::string_view word);
float to_float(std::string_view word);
int to_int(std::string_view word);
std::int64_t to_long(std::string_view word);

/// A number of bytes with an optional suffix K, M, G, T, P, E.
std::int64_t to_bytes(std::string_view word);

/// The value of a keyword; a fault with the nearest keyword if it is none.
int to_keyword(std::string_view word, Keywords keywords);

/// Shortest text that reads back as the same number.
std::string show_number(double value);
std::string show_number(float value);

/// Refuses a count of values that the form does not allow.
void check_count(std::size_t count, const Form& form);

template <class T>
struct Codec;

template <>
struct Codec<double> {
  static Form form() { return {"real"}; }
  static double parse(std::string_view word) { return to_real(word); }
  static std::string show(double value) { return show_number(value); }
};

template <>
struct Codec<float> {
  static Form form() { return {"real"}; }
  static float parse(std::string_view word) { return to_float(word); }
  static std::string show(float value) { return show_number(value); }
};

template <>
struct Codec<int> {
  static Form form() { return {"int"}; }
  static int parse(std::string_view word) { return to_int(word); }
  static std::string show(int value) { return std::to_string(value); }
};

template <>
struct Codec<std::int64_t> {
  static Form form() { return {"int"}; }
  static std::int64_t parse(std::string_view word) { return to_long(word); }
  static std::string show(std::int64_t value) { return std::to_string(value); }
};

/// Types that are read from one word.
template <class T>
concept Number = std::is_same_v<T, double> || std::is_same_v<T, float> || std::is_same_v<T, int> ||
                 std::is_same_v<T, std::int64_t>;

/// Reads a value in place, so that a short list leaves the rest as it was.
template <Number T>
void read_value(std::string_view text, const Form& form, T& out) {
  const auto list = words(text);
  check_count(list.size(), form);
  out = Codec<T>::parse(list[0]);
}

template <Number T>
void read_list(std::string_view text, const Form& form, std::span<T> out) {
  const auto list = words(text);
  check_count(list.size(), form);
  for (std::size_t i = 0; i < list.size(); ++i) out[i] = Codec<T>::parse(list[i]);
}

template <Number T, std::size_t n>
void read_value(std::string_view text, const Form& form, std::array<T, n>& out) {
  read_list(text, form, std::span<T>(out));
}

template <Number T, std::size_t n>
void read_value(std::string_view text, const Form& form, T (&out)[n]) {
  read_list(text, form, std::span<T>(out));
}

template <Number T>
void read_value(std::string_view text, const Form& form, std::vector<T>& out) {
  const auto list = words(text);
  check_count(list.size(), form);
  out.clear();
  out.reserve(list.size());
  for (const auto word : list) out.push_back(Codec<T>::parse(word));
}

inline void read_value(std::string_view text, const Form&, std::string& out) {
  out = text;
}

inline void read_value(std::string_view text, const Form& form, bool& out) {
  out = to_keyword(text, form.keywords) != 0;
}

template <class Enum>
  requires std::is_enum_v<Enum>
void read_value(std::string_view text, const Form& form, Enum& out) {
  out = static_cast<Enum>(to_keyword(text, form.keywords));
}

template <class T>
void read_value(std::string_view text, const Form& form, std::optional<T>& out) {
  T value = out.value_or(T{});
  read_value(text, form, value);
  out = std::move(value);
}

/// Several different keywords, their values combined as bits.
int read_flags(std::string_view text, const Form& form);
/// The same, refused unless in the order of the keywords, whose values ascend.
int read_ordered_flags(std::string_view text, const Form& form);
/// The keywords of these bits, in their order.
std::string show_flags(int bits, const Form& form);

/// As read_value, for members that hold a keyword in a plain type as well.
template <class T>
void read_member(std::string_view text, const Form& form, T& out) {
  if constexpr (Number<T>) {
    if (!form.keywords.empty()) {
      out = static_cast<T>(to_keyword(text, form.keywords));
      return;
    }
  }
  read_value(text, form, out);
}

/// `false` and `true`.
Keywords true_or_false();

/// The form of a type.
template <class T>
Form form_of() {
  if constexpr (Number<T>) {
    return Codec<T>::form();
  } else if constexpr (std::is_same_v<T, std::string>) {
    return {"text"};
  } else if constexpr (std::is_same_v<T, bool>) {
    return {"keyword", 1, 1, true_or_false()};
  } else if constexpr (std::is_enum_v<T>) {
    return {"keyword", 1, 1, keywords_of<T>()};
  } else if constexpr (std::is_array_v<T>) {
    constexpr int n = static_cast<int>(std::extent_v<T>);
    return {form_of<std::remove_extent_t<T>>().type, n, n};
  } else if constexpr (requires { typename T::allocator_type; }) {
    return {form_of<typename T::value_type>().type, 0, kAny};
  } else if constexpr (requires { T{}.has_value(); }) {
    return form_of<typename T::value_type>();
  } else {
    constexpr int n = static_cast<int>(std::tuple_size_v<T>);
    return {form_of<typename T::value_type>().type, n, n};
  }
}

/// The text of a value, as it would be written.
template <class T>
std::string show_value(const T& value, Keywords keywords = {}) {
  if constexpr (Number<T>) {
    for (const Keyword& keyword : keywords) {
      if (keyword.value == static_cast<int>(value)) return std::string(keyword.text);
    }
    return Codec<T>::show(value);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>) {
    for (const Keyword& keyword : keywords) {
      if (keyword.value == static_cast<int>(value)) return std::string(keyword.text);
    }
    return "";
  } else if constexpr (requires { value.has_value(); }) {
    return value.has_value() ? show_value(*value, keywords) : "";
  } else {
    std::string text;
    for (const auto& item : value) text += (text.empty() ? "" : " ") + show_value(item);
    return text;
  }
}

}  // namespace thew::io::mjcf
