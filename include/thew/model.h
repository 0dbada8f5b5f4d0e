#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <thew/array.h>
#include <thew/buffer.h>
#include <thew/constants.h>
#include <thew/enums.h>

namespace thew {

/// The C++ types behind the type names of fields.inc.
namespace field {
using Real = double;
using Float = float;
using Int = std::int32_t;
using Long = std::int64_t;
using Byte = std::uint8_t;
using Bool = bool;
using Char = char;
}  // namespace field

struct ModelSizes {
#define THEW_SIZE(name, description) std::int64_t name = 0;
#include <thew/fields.inc>
  bool operator==(const ModelSizes&) const = default;
};

namespace detail {
// The columns of each field as a constant; 0 or less where they depend on the model. Sizes stand
// for -1 here, so that the expressions of fields.inc can be evaluated.
namespace dynamic {
#define THEW_SIZE(name, description) inline constexpr int name = -1;
#include <thew/fields.inc>
}  // namespace dynamic
namespace model_columns {
using namespace dynamic;
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  inline constexpr int name = columns;
#include <thew/fields.inc>
}  // namespace model_columns

// One value, or a small fixed array of them.
template <class E, int count>
using Values = std::conditional_t<count == 1, E, E[count]>;
}  // namespace detail

/// Physics options; `<option>` in MJCF.
struct Options {
#define THEW_OPTION(type, name, count, domain, description) \
  detail::Values<field::type, count> name = {};
#include <thew/fields.inc>
  Options();  ///< MuJoCo's defaults
};

/// Sizes and masses typical for the model at qpos0; `<statistic>` in MJCF.
struct Statistic {
#define THEW_STATISTIC(type, name, count, description) detail::Values<field::type, count> name = {};
#include <thew/fields.inc>
};

/// Kept for viewers; `<visual>` in MJCF.
struct Visual {
#define THEW_VISUAL_BEGIN(group) struct {
#define THEW_VISUAL(group, type, name, count, description) \
  detail::Values<field::type, count> name = {};
#define THEW_VISUAL_END(group) \
  }                            \
  group;
#include <thew/fields.inc>
  Visual();  ///< MuJoCo's defaults
};

/// Model fields that may differ from world to world, by number.
enum class ParameterId : int {
#define THEW_PARAMETER_World(name) name,
#define THEW_PARAMETER_Shared(name)
#define THEW_PARAMETER_Structure(name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_PARAMETER_##world(name)
#define THEW_WORLD_OPTION(name, description) name,
#include <thew/fields.inc>
  kCount
};
inline constexpr int kParameters = static_cast<int>(ParameterId::kCount);

/// What is known of the numbers of a field since they were compiled: nothing any more once somebody
/// may have written them.
struct KnownNumbers {
  bool compiled = false;  ///< the compiler's marks that follow from them (SameFrame) hold
  bool zero = false;      ///< all of them are zero
};

/// A Real field of the Model of which each world may have its own values. Who may write the Model
/// has it as a table. Kernels have a const Model: they read it by param() (thew/data.h), so that a
/// world's own value is not forgotten; values() is the door for the few who mean the Model's.
template <ParameterId id>
class Parameter : Array<double> {
 public:
  using Array<double>::Array;
  using Array<double>::size;
  using Array<double>::rows;
  using Array<double>::columns;

  double& operator[](std::int64_t i) { return opened()[i]; }
  double* data() { return opened().data(); }
  double* begin() { return opened().begin(); }
  double* end() { return opened().end(); }
  double* row(std::int64_t i) { return opened().row(i); }

  /// The Model's own numbers.
  const Array<double>& values() const { return *this; }

  const KnownNumbers& known() const { return known_; }
  void set_known(const KnownNumbers& known) { known_ = known; }

 private:
  Array<double>& opened() {
    known_ = {};
    return *this;
  }
  KnownNumbers known_;
};

/// Where everything of a model is: sizes, options, and tables in memory that somebody else owns.
struct ModelView : ModelSizes {
#define THEW_FLAG(name, description) bool name = false;
#include <thew/fields.inc>

  Options opt;
  Visual vis;
  Statistic stat;

#define THEW_ARRAY_World(type, name) Parameter<ParameterId::name> name;
#define THEW_ARRAY_Shared(type, name) Table<field::type, detail::model_columns::name> name;
#define THEW_ARRAY_Structure(type, name) THEW_ARRAY_Shared(type, name)
#define THEW_MODEL(type, name, rows, columns, world, domain, unit, description) \
  THEW_ARRAY_##world(type, name)
#include <thew/fields.inc>
};

/// The compiled model: its structure never changes; its numbers may be written and count from the
/// next step.
struct Model : ModelView {
  Model() = default;
  Model(const Model& other);
  Model(Model&& other) noexcept = default;
  Model& operator=(const Model& other);
  Model& operator=(Model&& other) noexcept = default;

  std::string modelname;
  std::vector<std::string> warnings;  ///< what loading and compiling found worth saying

  /// Allocates all arrays for the sizes as they are now; zeroes them. Throws std::bad_alloc where
  /// there is not enough memory, or more than `most` bytes would be needed.
  void allocate(std::size_t most = std::numeric_limits<std::size_t>::max());

  /// The marks that the compiler made follow from the numbers as they are now.
  void set_compiled();

  /// Whether nobody may have written numbers since then.
  bool is_as_compiled() const;

  /// Shows the numbers of another model, which must stay, instead of having its own.
  void look_at(const Model& other) {
    static_cast<ModelView&>(*this) = other;
    layout_ = other.layout_;
  }

  /// A number that only copies of the same model share: who fits one of them fits all.
  std::uint64_t layout() const { return layout_; }

 private:
  void place(std::byte* buffer);
  std::uint64_t layout_ = 0;
  Buffer buffer_;
};

/// The number of the named object, or -1.
int name_to_id(const Model& model, ObjectType type, std::string_view name);

/// The name of the numbered object: "" when it has none, nullptr when there is no such object.
const char* id_to_name(const Model& model, ObjectType type, int id);

/// How many objects of this type the model has.
std::int64_t object_count(const Model& model, ObjectType type);

}  // namespace thew
