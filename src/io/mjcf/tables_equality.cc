// <equality>.

#include <algorithm>

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

using spec::Equality;

Table<Equality> common_rows() {
  Table<Equality> row;
  row("name", &Equality::name);
  row("class", &Equality::classname).name_of("a default class");
  row("active", &Equality::active);
  row("solref", &Equality::solref).at_least(1);
  row("solimp", &Equality::solimp).at_least(1);
  return row;
}

// The two objects that it holds, and of which kind they are.
void add_pair(Table<Equality>& row, std::string_view first, std::string_view second,
              std::string_view what, ObjectType type) {
  const auto add = [&](std::string_view attribute, std::string Equality::* name) {
    return row
        .set<std::string>(
            attribute,
            [=](Equality& equality, const std::string& value) {
              equality.*name = value;
              equality.objtype = type;
            },
            [=](const Equality& equality) {
              return equality.objtype == type ? equality.*name : std::string();
            })
        .name_of(what);
  };
  add(first, &Equality::name1);
  add(second, &Equality::name2);
}

void add_bodies_or_sites(Table<Equality>& row) {
  add_pair(row, "body1", "body2", "a body", ObjectType::Body);
  add_pair(row, "site1", "site2", "a site", ObjectType::Site);
}

// Numbers of eq_data, from this column on.
template <class Value>
RowRef add_data(Table<Equality>& row, std::string_view name, std::size_t column) {
  return row.set<Value>(
      name,
      [column](Equality& equality, const Value& value) {
        if constexpr (std::is_arithmetic_v<Value>) {
          equality.data[column] = value;
        } else {
          std::copy(value.begin(), value.end(), equality.data.begin() + column);
        }
      },
      [column](const Equality& equality) {
        Value value = {};
        if constexpr (std::is_arithmetic_v<Value>) {
          value = equality.data[column];
        } else {
          std::copy_n(equality.data.begin() + column, value.size(), value.begin());
        }
        return value;
      });
}

Element coupling_element(std::string_view kind, std::string_view first, std::string_view second,
                         std::string_view what) {
  Table<Equality> row = common_rows();
  row(first, &Equality::name1).name_of(what).required();
  row(second, &Equality::name2).name_of(what);
  // A shorter list keeps the identity for the rest.
  row.set<std::vector<double>>(
         "polycoef",
         [](Equality& equality, const std::vector<double>& coefs) {
           std::copy(coefs.begin(), coefs.end(), equality.data.begin());
         },
         [](const Equality& equality) {
           return std::vector<double>(equality.data.begin(), equality.data.begin() + 5);
         })
      .at_least(1)
      .at_most(5)
      .otherwise("0 1 0 0 0");
  return std::move(row).element(kind);
}

Element connect_element() {
  Table<Equality> row = common_rows();
  add_bodies_or_sites(row);
  add_data<Vec3>(row, "anchor", 0).otherwise("");
  return std::move(row).element("connect");
}

Element weld_element() {
  Table<Equality> row = common_rows();
  add_bodies_or_sites(row);
  add_data<std::array<double, 7>>(row, "relpose", 3).otherwise("0 1 0 0 0 0 0");
  add_data<Vec3>(row, "anchor", 0).otherwise("0 0 0");
  add_data<double>(row, "torquescale", 10).otherwise("1");
  return std::move(row).element("weld");
}

Element distance_element() {
  Table<Equality> row = common_rows();
  row("geom1", &Equality::name1).name_of("a geom").required();
  row("geom2", &Equality::name2).name_of("a geom");
  row.set<double>(
         "distance",
         [](Equality& equality, double distance) {
           if (!(distance >= 0)) throw base::Fault{"a distance cannot be negative"};
           equality.data[0] = distance;
           equality.data[11] = 0;
         },
         [](const Equality& equality) {
           return equality.data[11] == 0 ? std::optional<double>(equality.data[0]) : std::nullopt;
         })
      .otherwise("");
  return std::move(row).element("distance");
}

// Which cell of the grid it holds; all of them where that is not said.
void add_cell(Table<Equality>& row) {
  row.set<std::array<int, 3>>(
         "cell",
         [](Equality& equality, const std::array<int, 3>& cell) {
           std::copy(cell.begin(), cell.end(), equality.data.begin());
         },
         [](const Equality& equality) {
           const auto number = [&](std::size_t i) { return static_cast<int>(equality.data[i]); };
           const std::array<int, 3> cell = {number(0), number(1), number(2)};
           return cell[0] < 0 ? std::nullopt : std::optional(cell);
         })
      .otherwise("");
}

Element flex_equality_element(std::string_view name) {
  Table<Equality> row = common_rows();
  row("flex", &Equality::name1).name_of("a flex").required();
  if (name == "flexstrain") add_cell(row);
  return not_yet(std::move(row).element(name));
}

}  // namespace

void begin_equality(spec::Equality& equality) {
  if (equality.type == EqualityType::Flex || equality.type == EqualityType::Flexstrain) {
    equality.objtype = ObjectType::Flex;
    if (equality.type == EqualityType::Flexstrain) std::fill_n(equality.data.begin(), 3, -1.0);
  }
  if (equality.type != EqualityType::Distance) return;
  equality.objtype = ObjectType::Geom;
  equality.data = {};
  equality.data[11] = 1;
}

Element default_equality_element() {
  return in_defaults(common_rows().element("equality"));
}

std::vector<Element> equality_elements() {
  std::vector<Element> list;
  list.push_back(connect_element());
  list.push_back(weld_element());
  list.push_back(coupling_element("joint", "joint1", "joint2", "a joint"));
  list.push_back(coupling_element("tendon", "tendon1", "tendon2", "a tendon"));
  list.push_back(distance_element());
  list.push_back(flex_equality_element("flex"));
  list.push_back(flex_equality_element("flexstrain"));
  return list;
}

}  // namespace thew::io::mjcf
