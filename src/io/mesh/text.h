#pragma once

// Lines, words and numbers of the text formats of meshes.

#include <cstddef>
#include <string>
#include <string_view>

namespace thew::io::mesh {

/// Words longer than this are no numbers, names or indices: the file is something else.
inline constexpr std::size_t kLongestWord = 1024;

/// Takes a text apart line by line; lines end with \n, \r or \r\n.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  /// The next line, without its end; false after the last one.
  bool next(std::string_view& line);
  /// The number of the line that next() gave, from 1.
  int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// Takes the first word off a line, or off any text; empty at its end. Throws base::Fault where it
/// is overlong.
std::string_view take_word(std::string_view& line);

/// A number in single precision, as meshes are kept. Throws base::Fault where it is none or not
/// finite.
float to_coordinate(std::string_view word);

/// A word as an error shows it.
std::string quoted(std::string_view word);

}  // namespace thew::io::mesh
