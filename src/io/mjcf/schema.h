#pragma once

// The schema of MJCF as data: every element with its attributes, its children and how often they
// may occur. The same tables parse, write, check, give defaults, suggest names and print the
// reference page.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/mjcf/keywords.h"
#include "io/mjcf/value.h"

namespace thew::io::mjcf {

/// One attribute of an element.
struct Attribute {
  std::string_view name;
  Form form;
  bool is_required = false;
  bool in_defaults = true;   ///< whether default classes may give it
  bool is_supported = true;  ///< false: read and checked, but not simulated yet
  bool never_empty = false;  ///< an empty list is an error
  bool reads_empty = false;  ///< an empty list says something, elsewhere it says nothing
  bool keeps_rest = false;   ///< a shorter list leaves the rest as it was
  /// Reads the text into the object behind the element; with nullptr it only checks it. Throws
  /// Fault.
  std::function<void(const Form& form, std::string_view text, void* object)> read;
  /// The value in an object, as text that reads back to it; "" where there is none, or where
  /// another attribute says it.
  std::function<std::string(const Form& form, const void* object)> show;
  /// The documented default, where the prototype of the element cannot tell it.
  std::optional<std::string> usual = std::nullopt;
};

/// Attributes of which at most one may be given.
using Exclusive = std::vector<std::string_view>;

struct Element;

struct Child {
  const Element* element;
  bool is_unique = false;  ///< it may occur at most once
};

/// One element in one place of the tree.
struct Element {
  std::string_view name;
  std::vector<Attribute> attributes;
  std::vector<Child> children;
  std::vector<Exclusive> exclusives;
  bool is_supported = true;
  bool takes_any = false;  ///< unknown attributes are a warning, since MuJoCo does not look at them
  /// An object with the documented defaults, for the reference page.
  std::shared_ptr<const void> prototype;

  const Attribute* find_attribute(std::string_view attribute) const;
  const Child* find_child(std::string_view child) const;
};

/// The element <mujoco>, and through it everything that MJCF knows.
const Element& schema();

/// Changes the row that was just added to a table.
class RowRef {
 public:
  explicit RowRef(Attribute& row) : row_(row) {}
  RowRef required() { return row_.is_required = true, *this; }
  RowRef never_in_defaults() { return row_.in_defaults = false, *this; }
  RowRef never_empty() { return row_.never_empty = true, *this; }
  /// Calls `act` with the object where the list is empty.
  template <class Object, class Act>
  RowRef when_empty(Act act) {
    row_.reads_empty = true;
    row_.read = [read = row_.read, act](const Form& form, std::string_view text, void* object) {
      if (!words(text).empty()) return read(form, text, object);
      if (object != nullptr) act(*static_cast<Object*>(object));
    };
    return *this;
  }
  RowRef not_yet() { return row_.is_supported = false, *this; }
  /// A shorter list keeps the rest as it was.
  RowRef at_least(int least) { return row_.form.least = least, *this; }
  RowRef at_most(int most) { return row_.form.most = most, *this; }
  RowRef name_of(std::string_view what) {
    return row_.form.type = "name of " + std::string(what), *this;
  }
  /// The default, where the object cannot tell it.
  RowRef otherwise(std::string_view text) { return row_.usual = text, *this; }

 private:
  Attribute& row_;
};

/// Builds the rows of an element whose values live in an `Object`.
template <class Object>
class Table {
 public:
  /// The value of a member; its type says what the text looks like.
  template <class Member, class Base>
  RowRef operator()(std::string_view name, Member Base::* member, Keywords keywords = {}) {
    Attribute& row = add<Member>(name, keywords);
    row.keeps_rest = row.form.most > 1;
    row.read = [member](const Form& form, std::string_view text, void* object) {
      if (object != nullptr) {
        read_member(text, form, static_cast<Object*>(object)->*member);
      } else {
        Member scratch = {};
        read_member(text, form, scratch);
      }
    };
    row.show = [member](const Form& form, const void* object) {
      return show_value(static_cast<const Object*>(object)->*member, form.keywords);
    };
    return RowRef(row);
  }

  /// The value of a member that must pass a test: `check(value)` throws a base::Fault where it does
  /// not.
  template <class Member, class Base, class Check>
  RowRef checked(std::string_view name, Member Base::* member, Check check) {
    Attribute& row = add<Member>(name, {});
    row.read = [member, check](const Form& form, std::string_view text, void* object) {
      Member value = {};
      read_member(text, form, value);
      check(value);
      if (object != nullptr) static_cast<Object*>(object)->*member = std::move(value);
    };
    row.show = [member](const Form& form, const void* object) {
      return show_value(static_cast<const Object*>(object)->*member, form.keywords);
    };
    return RowRef(row);
  }

  /// A number of bytes, e.g. `10M`.
  template <class Base>
  RowRef bytes(std::string_view name, std::int64_t Base::* member) {
    Attribute& row = add<std::int64_t>(name, {});
    row.form.type = "bytes";
    row.read = [member](const Form& form, std::string_view text, void* object) {
      const auto list = words(text);
      check_count(list.size(), form);
      const std::int64_t value = to_bytes(list[0]);
      if (object != nullptr) static_cast<Object*>(object)->*member = value;
    };
    row.show = [member](const Form&, const void* object) {
      return show_value(static_cast<const Object*>(object)->*member);
    };
    return RowRef(row);
  }

  /// An optional member; a list that is too short is completed from `rest`.
  template <class Value, class Base>
  RowRef optional(std::string_view name, std::optional<Value> Base::* member, const Value& rest) {
    Attribute& row = add<Value>(name, {});
    row.read = [member, rest](const Form& form, std::string_view text, void* object) {
      Object* const target = static_cast<Object*>(object);
      Value value = target != nullptr ? (target->*member).value_or(rest) : rest;
      read_value(text, form, value);
      if (target != nullptr) target->*member = value;
    };
    row.show = [member](const Form&, const void* object) {
      return show_value(static_cast<const Object*>(object)->*member);
    };
    return RowRef(row);
  }

  /// A value of type T that `setter(object, value)` puts where it belongs; `getter(object)` gives
  /// it back, as a T or, where it may be absent, as an optional one.
  template <class T, class Setter, class Getter>
  RowRef set(std::string_view name, Setter setter, Getter getter, Keywords keywords = {}) {
    Attribute& row = add<T>(name, keywords);
    row.read = [setter](const Form& form, std::string_view text, void* object) {
      T value = {};
      read_member(text, form, value);
      if (object != nullptr) setter(*static_cast<Object*>(object), value);
    };
    row.show = [getter](const Form& form, const void* object) {
      return show_value(getter(*static_cast<const Object*>(object)), form.keywords);
    };
    return RowRef(row);
  }

  /// Another way to write what other rows show.
  template <class T, class Setter>
  RowRef alias(std::string_view name, Setter setter, Keywords keywords = {}) {
    return set<T>(name, setter, [](const Object&) { return std::optional<T>(); }, keywords);
  }

  /// Several keywords, whose values are combined as bits.
  template <class Base>
  RowRef flags(std::string_view name, int Base::* member, Keywords keywords) {
    Attribute& row = add<int>(name, keywords);
    row.form.type = "keywords";
    row.form.most = static_cast<int>(keywords.size());
    row.read = [member](const Form& form, std::string_view text, void* object) {
      const int bits = read_flags(text, form);
      if (object != nullptr) static_cast<Object*>(object)->*member = bits;
    };
    row.show = [member](const Form& form, const void* object) {
      return show_flags(static_cast<const Object*>(object)->*member, form);
    };
    return RowRef(row);
  }

  /// Several keywords in the order of the schema; `setter(object, bits)` puts their bits where they
  /// belong, `getter(object)` gives them back.
  template <class Setter, class Getter>
  RowRef fields(std::string_view name, Setter setter, Getter getter, Keywords keywords) {
    Attribute& row = add<int>(name, keywords);
    row.form.type = "keywords";
    row.form.most = static_cast<int>(keywords.size());
    row.read = [setter](const Form& form, std::string_view text, void* object) {
      const int bits = read_ordered_flags(text, form);
      if (object != nullptr) setter(*static_cast<Object*>(object), bits);
    };
    row.show = [getter](const Form& form, const void* object) {
      return show_flags(getter(*static_cast<const Object*>(object)), form);
    };
    return RowRef(row);
  }

  /// The finished element.
  Element element(std::string_view name, std::vector<Child> children = {},
                  std::vector<Exclusive> exclusives = {}) && {
    return {name,
            std::move(rows_),
            std::move(children),
            std::move(exclusives),
            true,
            false,
            std::make_shared<const Object>()};
  }

 private:
  template <class T>
  Attribute& add(std::string_view name, Keywords keywords) {
    Attribute& row = rows_.emplace_back();
    row.name = name;
    row.form = form_of<T>();
    if (!keywords.empty()) row.form.type = "keyword", row.form.keywords = keywords;
    return row;
  }

  std::vector<Attribute> rows_;
};

/// The same element as a default class gives it: without what only a real element can have.
Element in_defaults(const Element& element);

/// The same element, known but not simulated yet.
Element not_yet(Element element);

}  // namespace thew::io::mjcf
