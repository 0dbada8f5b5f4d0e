#include <algorithm>

#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

namespace {

void check_site(const Draft& draft, const Site& spec) {
  switch (spec.type) {
    case GeomType::Sphere:
    case GeomType::Capsule:
    case GeomType::Ellipsoid:
    case GeomType::Cylinder:
    case GeomType::Box:
      if (!spec.meshname.empty()) draft.fail(spec, "site", "only sites of type mesh have a mesh");
      return;
    case GeomType::Mesh:
      if (spec.meshname.empty()) {
        draft.fail(spec, "site", "a site of type mesh needs the name of a mesh");
      }
      return;
    default:
      draft.fail(spec, "site", "this type is not supported in a site");
  }
}

// The site's frame is that of the mesh after it was centred: it is not moved, as geoms are.
void take_mesh(const Draft& draft, SiteDraft& site) {
  site.data = draft.refer(*site.spec, "site", ObjectType::Mesh, site.spec->meshname);
  const MeshDraft& mesh = draft.meshes[site.data];
  for (int k = 0; k < 3; ++k) {
    site.size[k] = std::max(std::abs(mesh->bounds.low[k]), std::abs(mesh->bounds.high[k]));
  }
}

}  // namespace

void compile_sites(Draft& draft) {
  for (SiteDraft& site : draft.sites) {
    const Site& spec = *site.spec;
    const BodyDraft& body = draft.bodies[site.body];
    check_site(draft, spec);
    site.size = spec.size;
    Pose own;
    if (spec.fromto) {
      own = from_to(draft, *spec.fromto, spec.type, spec.pos, site.size, spec, "site");
    } else {
      own = {spec.pos, resolve(draft, spec.orientation, *body.rules, spec, "site")};
    }
    check_size(draft, spec.type, site.size, spec, "site");
    if (spec.type == GeomType::Mesh) take_mesh(draft, site);
    site.pose = place(body, spec.frame, own);
    if (body.is_aligned) site.pose = compose(body.aligned, site.pose);
    site.material = find_material(draft, spec, "site", spec.material, site.data);
  }
}

void write_sites(const Draft& draft, Model& m) {
  for (int i = 0; i < m.nsite; ++i) {
    const SiteDraft& site = draft.sites[i];
    const Site& spec = *site.spec;
    m.site_type[i] = static_cast<int>(spec.type);
    m.site_bodyid[i] = site.body;
    m.site_dataid[i] = site.data;
    m.site_matid[i] = site.material;
    m.site_group[i] = spec.group;
    m.site_sameframe[i] =
        static_cast<field::Byte>(same_frame(draft.bodies[site.body].inertial, site.pose));
    put(m.site_size, i, site.size);
    put(m.site_pos, i, site.pose.pos);
    put(m.site_quat, i, site.pose.quat);
    put_user(draft, m.site_user, i, spec.userdata, spec, "site");
    put(m.site_rgba, i, spec.rgba);
  }
}

}  // namespace thew::compile
