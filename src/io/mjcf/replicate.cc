// <replicate>: its contents are read once, into a part of their own, and copied as often as asked,
// each copy with a number behind its names. Who refers to the contents is copied along.

#include <string>
#include <utility>
#include <vector>

#include "compile/vector.h"
#include "io/mjcf/reader.h"
#include "io/mjcf/validate.h"

namespace thew::io::mjcf {

namespace {

// Numbers as wide as the count: 00, 01, ... of 10.
std::string number_text(int i, int count) {
  std::string digits = std::to_string(i);
  return std::string(std::to_string(count).size() - digits.size(), '0') + digits;
}

}  // namespace

void Reader::read_replicate(const Node& node, const Place& place) {
  static const Element& element =
      *schema().find_child("worldbody")->element->find_child("replicate")->element;
  Replicate replicate;
  read_attributes(node, element, &replicate);
  const int number = replicate.childclass.empty()
                         ? place.defaults
                         : find_class(node, "childclass", replicate.childclass);

  compile::Body part;
  part.frames.emplace_back().source = node.source();
  const std::size_t left_out = model_.left_out.size();
  read_children(node, {part, 0, number, place.is_world, true});

  const NameSet names = collect_names(part);
  session_.count(replicate.count * count_elements(part), node.source(), node.label());
  const compile::Compiler& compiler = model_.spec.compilers[0];
  Vec3 pos = {};
  std::vector<Renaming> renamings;
  for (int i = 0; i < replicate.count; ++i) {
    renamings.push_back({"", replicate.sep + number_text(i, replicate.count), false});
    compile::Body copy = part;
    rename(copy, renamings.back(), names);
    // Only the first copy takes part in the keyframes of what was attached inside.
    if (i > 0) walk(copy, forget_tags);
    // Each copy is turned by a multiple of the angles, and moved by the offset in the frame of the
    // one before.
    const double turns = i;
    const Vec3 euler = {turns * replicate.euler[0], turns * replicate.euler[1],
                        turns * replicate.euler[2]};
    copy.frames[0].pos = pos;
    copy.frames[0].orientation.quat = euler_rotation(euler, compiler);
    pos =
        compile::operator+(pos, compile::rotate(copy.frames[0].orientation.quat, replicate.offset));
    put(std::move(copy), place.body, place.frame);
  }

  const auto count = [&](std::size_t more) {
    session_.count(static_cast<std::int64_t>(more), node.source(), node.label());
  };
  relations_.copy(names, renamings, true, count, session_.warnings);
  // The copies of what was left out are left out too.
  const std::vector<NameSet::Name> added(
      model_.left_out.all().begin() + static_cast<std::ptrdiff_t>(left_out),
      model_.left_out.all().end());
  count(added.size() * renamings.size());
  for (const auto& [type, name] : added) {
    for (const Renaming& renaming : renamings) model_.left_out.add(type, renaming(name));
  }
}

}  // namespace thew::io::mjcf
