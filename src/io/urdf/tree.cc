// Which link hangs on which: joints name their two links, and the links become a tree of bodies.

#include "io/urdf/reader.h"

namespace thew::io::urdf {

void Reader::find_links(const Node& root) {
  for (const Node& child : root.children) {
    if (child.name() != "link") continue;
    const std::string name = need_text(child, "name");
    if (name.empty()) fail_at(child, "name", "the name is empty");
    const auto number = static_cast<int>(links_.size());
    const auto [entry, is_new] = link_numbers_.emplace(name, number);
    if (!is_new) {
      const int line = links_[static_cast<std::size_t>(entry->second)].node->source().line;
      fail_at(child, "name", "the name is taken already, in line " + std::to_string(line));
    }
    links_.push_back({&child});
  }
  if (links_.empty()) warn(root, "the robot has no links");
}

int Reader::link_at(const Node& joint, std::string_view end) const {
  const Node& node = need(joint, end);
  const std::string name = need_text(node, "link");
  const auto entry = link_numbers_.find(name);
  if (entry == link_numbers_.end()) {
    fail_at(node, "link", "there is no link \"" + name + "\"");
  }
  return entry->second;
}

void Reader::find_joints(const Node& root) {
  for (const Node& node : root.children) {
    if (node.name() != "joint") continue;
    need_text(node, "name");
    const int parent = link_at(node, "parent"), number = link_at(node, "child");
    Link& child = links_[static_cast<std::size_t>(number)];
    const std::string name = child.node->get("name");
    if (name == "world") fail(node, "the link \"world\" is the world and cannot be a child");
    if (child.joint != nullptr) {
      fail(node,
           "the link \"" + name + "\" is the child of two joints: also of \"" +
               need_text(*child.joint, "name") + "\"",
           "a kinematic loop is closed by an equality constraint, which URDF does not have");
    }
    child.joint = &node;
    child.parent = parent;
    links_[static_cast<std::size_t>(parent)].children.push_back(number);
  }
}

void Reader::make_bodies(const Node& root) {
  int roots = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (links_[i].parent >= 0) continue;
    ++roots;
    make_body(static_cast<int>(i), model_.spec.world, 1);
  }
  for (const Link& link : links_) {
    if (link.body == nullptr) {
      fail(*link.joint, "the joints make a loop through the link \"" +
                            std::string(link.node->get("name")) + "\"");
    }
  }
  if (roots > 1) {
    warn(root, std::to_string(roots) + " links are the child of no joint; all stand in the world");
  }
}

void Reader::make_body(int number, spec::Body& parent, int depth) {
  Link& link = links_[static_cast<std::size_t>(number)];
  xml::check_depth(*link.node, depth, session_.options.limits.nesting);
  const std::string name = link.node->get("name");
  if (name == "world") {
    link.body = &parent;
  } else {
    link.body = &parent.bodies.emplace_back();
    start(*link.node, *link.body);
    link.body->name = name;
  }
  for (const int child : link.children) make_body(child, *link.body, depth + 1);
}

}  // namespace thew::io::urdf
