#pragma once

#include <stdexcept>
#include <string>

namespace thew {

/// What goes wrong while loading or compiling a model or creating Data; nothing else in the engine
/// throws.
class Error : public std::runtime_error {
 public:
  struct Place {
    std::string file;     ///< empty when the text did not come from a file
    int line = 0;         ///< 1-based; 0 when unknown
    int column = 0;       ///< 1-based; 0 when unknown
    std::string element;  ///< e.g. `geom "foot"`
  };

  Error(Place place, std::string what, std::string hint = "");

  const std::string& file() const { return place_.file; }
  int line() const { return place_.line; }
  int column() const { return place_.column; }
  const std::string& element() const { return place_.element; }
  /// The fault alone, without place and hint.
  const std::string& fault() const { return fault_; }
  /// What to do about it, e.g. `did you mean "size"?`; may be empty.
  const std::string& hint() const { return hint_; }

 private:
  Place place_;
  std::string fault_;
  std::string hint_;
};

}  // namespace thew
