#include "spec/replicate.h"

#include <utility>
#include <vector>

#include "spec/copy.h"
#include "spec/vector.h"

namespace thew::spec {

namespace {

// Numbers as wide as the count: 00, 01, ... of 10.
std::string number_text(int i, int count) {
  std::string digits = std::to_string(i);
  return std::string(std::to_string(count).size() - digits.size(), '0') + digits;
}

}  // namespace

void replicate(Assembly& model, Relations& relations, const Body& part, std::size_t left_out,
               const Replicate& how, const Spot& spot, Context& context) {
  const NameSet names = collect_names(part);
  context.count(how.count * count_elements(part));
  Vec3 pos = {};
  std::vector<Renaming> renamings;
  for (int i = 0; i < how.count; ++i) {
    renamings.push_back({"", how.sep + number_text(i, how.count), false});
    Body copy = part;
    rename(copy, renamings.back(), names);
    // Only the first copy takes part in the keyframes of what was attached inside.
    if (i > 0) walk(copy, forget_tags);
    // Each copy is turned by a multiple of the angles, and moved by the offset in the frame of the
    // one before.
    const double turns = i;
    const Vec3 euler = {turns * how.euler[0], turns * how.euler[1], turns * how.euler[2]};
    copy.frames[0].pos = pos;
    copy.frames[0].orientation.quat = euler_rotation(euler, model.spec.compilers[0]);
    pos = pos + rotate(copy.frames[0].orientation.quat, how.offset);
    put(std::move(copy), spot.body, spot.frame);
  }
  relations.copy(names, renamings, true, context);
  // The copies of what was left out are left out too.
  const std::vector<NameSet::Name> added(
      model.left_out.all().begin() + static_cast<std::ptrdiff_t>(left_out),
      model.left_out.all().end());
  context.count(static_cast<std::int64_t>(added.size() * renamings.size()));
  for (const auto& [type, name] : added) {
    for (const Renaming& renaming : renamings) model.left_out.add(type, renaming(name));
  }
}

}  // namespace thew::spec
