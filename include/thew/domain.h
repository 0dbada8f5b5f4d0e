#pragma once

#include <cstdint>
#include <span>

#include <thew/data.h>
#include <thew/model.h>

namespace thew {

/// A value of an enumeration, under MuJoCo's name.
struct Enumerator {
  const char* name;
  int value;
};

/// The values of a field that mean something, as its row of fields.inc says.
struct Domain {
  enum class Form : std::uint8_t {
    Any,
    Index,
    IndexOrNone,
    Begin,
    Count,
    Natural,
    Within,
    Positive,
    NotNegative,
    Condim,
    Kind,
    Flags,
    Of,
    Rule
  };
  /// A size by which an entry is limited: of the Model, or of this step.
  struct Size {
    std::int64_t ModelSizes::* model = nullptr;
    std::int32_t DataSizes::* data = nullptr;
  };

  Form form = Form::Any;
  Size size;      ///< Index, IndexOrNone, Begin, Count: n
  int field = 0;  ///< Begin, Of: the number of the field with the counts, or with the kinds
  int low = 0;    ///< Within
  int high = 0;   ///< Within; Flags: all bits together
  std::span<const Enumerator> values;  ///< Kind, Flags
  /// Kind: how many objects there are of the sort that a value names (0: it names none).
  std::int64_t (*objects)(const Model& model, int kind) = nullptr;
};

}  // namespace thew
