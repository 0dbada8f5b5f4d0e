// compiler fusestatic: a body without joints becomes a frame of its parent, unless somebody refers
// to it or forces act on it that would not act on its parent.

#include <algorithm>
#include <set>
#include <unordered_map>

#include "compile/stages.h"
#include "spec/edit.h"
#include "spec/references.h"

namespace thew::compile {

namespace {

class Fuser {
 public:
  explicit Fuser(Spec& spec) : spec_(spec), draft_(spec) {
    draft_.weighs_only = true;
    resolve_bodies(draft_);
    for (const BodyDraft& body : draft_.bodies) weights_.emplace(body.spec, body);
    visit_references(spec, [&](ObjectType type, std::string& name) {
      if (type == ObjectType::Body || type == ObjectType::Xbody) referenced_.insert(name);
    });
  }

  /// Fuses the children of a body with it, from the outside in.
  void fuse_children(Body& parent) {
    for (std::size_t i = 0; i < parent.bodies.size();) {
      if (can_fuse(parent.bodies[i], parent)) {
        fuse(parent, i);  // its children take its place
      } else {
        fuse_children(parent.bodies[i++]);
      }
    }
  }

 private:
  bool can_fuse(const Body& body, const Body& parent) const;
  bool is_kept(const Body& body) const {
    return !body.joints.empty() || body.mocap || !body.fuse || body.sleep != SleepPolicy::Auto ||
           (!body.name.empty() && referenced_.contains(body.name));
  }
  bool feels_other_forces(const Body& body, const Body& parent) const;
  bool adds_up(const Body& body, const Body& parent) const;
  void fuse(Body& parent, std::size_t child);
  void add_weight(const Body& parent, const Body& child);
  Pose pose_in(const Body& parent, const Body& child) const;
  const Compiler& rules(const Body& body) const {
    return spec_.compilers[static_cast<std::size_t>(body.compiler)];
  }

  Spec& spec_;
  Draft draft_;
  std::unordered_map<const Body*, BodyDraft> weights_;  // of bodies that are still there
  std::set<std::string> referenced_;
};

// Gravity compensation and fluids act on each body by itself.
bool Fuser::feels_other_forces(const Body& body, const Body& parent) const {
  const bool heavy = weights_.at(&body).mass > 0;
  const bool fluid = spec_.option.density > 0 || spec_.option.viscosity > 0;
  const bool shaped = std::any_of(body.geoms.begin(), body.geoms.end(),
                                  [](const Geom& geom) { return geom.fluid_ellipsoid; });
  return (heavy && body.gravcomp != parent.gravcomp) || (fluid && (heavy || shaped));
}

// Whether the geoms of both together have the inertia of both together.
bool Fuser::adds_up(const Body& body, const Body& parent) const {
  const BodyDraft& own = weights_.at(&body);
  const BodyDraft& other = weights_.at(&parent);
  const auto from_geoms = [](const BodyDraft& draft, const Body& described) {
    return draft.inferred || (draft.mass == 0 && !described.explicit_inertial);
  };
  if (!from_geoms(other, parent)) return own.mass == 0;
  if (!from_geoms(own, body)) return own.mass == 0 && body.geoms.empty();
  const Compiler& a = rules(body);
  const Compiler& b = rules(parent);
  const bool same_rules =
      body.compiler == parent.compiler || own.mass == 0 ||
      (a.inertiafromgeom == b.inertiafromgeom && a.inertiagrouprange == b.inertiagrouprange);
  return same_rules && !own.bounded && !other.bounded;
}

bool Fuser::can_fuse(const Body& body, const Body& parent) const {
  if (is_kept(body)) return false;
  if (&parent == &spec_.world) return true;  // what hangs on the world weighs nothing
  if (feels_other_forces(body, parent)) return false;
  // An inertia that is always taken from the geoms cannot be written down instead.
  return adds_up(body, parent) || rules(parent).inertiafromgeom != InertiaFromGeom::True;
}

Pose Fuser::pose_in(const Body& parent, const Body& child) const {
  Pose pose = {child.pos, resolve(draft_, child.orientation, rules(child), child, "body")};
  for (int f = child.frame; f >= 0; f = parent.frames[static_cast<std::size_t>(f)].frame) {
    const Frame& frame = parent.frames[static_cast<std::size_t>(f)];
    pose = compose({frame.pos, resolve(draft_, frame.orientation, rules(parent), frame, "frame")},
                   pose);
  }
  return pose;
}

// Adds the weight of a child to that of its parent.
void Fuser::add_weight(const Body& parent, const Body& child) {
  BodyDraft& weight = weights_.at(&parent);
  const BodyDraft& other = weights_.at(&child);
  if (other.mass == 0) return;
  GeomDraft parts[2];
  parts[0].mass = weight.mass;
  parts[0].pose = weight.inertial;
  parts[0].inertia = weight.inertia;
  parts[1].mass = other.mass;
  parts[1].pose = compose(pose_in(parent, child), other.inertial);
  parts[1].inertia = other.inertia;
  inertia_from_geoms(draft_, weight, {&parts[0], &parts[1]});
}

void Fuser::fuse(Body& parent, std::size_t child) {
  const std::shared_ptr<Body> body = parent.bodies.share(child);
  parent.bodies.remove(child);
  if (&parent != &spec_.world) {
    const bool from_geoms = adds_up(*body, parent);
    add_weight(parent, *body);
    BodyDraft& weight = weights_.at(&parent);
    if (from_geoms) {
      weight.inferred |= weights_.at(body.get()).inferred;
    } else {
      weight.inferred = false;
      adopt_inertia(parent, weight);
    }
  }
  weights_.erase(body.get());
  Frame frame;
  frame.source = body->source;
  frame.pos = body->pos;
  frame.orientation.quat = resolve(draft_, body->orientation, rules(*body), *body, "body");
  frame.frame = body->frame;
  parent.frames.push_back(frame);
  convert_angles(*body, rules(*body), rules(parent));
  put(std::move(*body), parent, static_cast<int>(parent.frames.size()) - 1, child);
}

}  // namespace

void fuse_static(Spec& spec) {
  Fuser(spec).fuse_children(spec.world);
}

}  // namespace thew::compile
