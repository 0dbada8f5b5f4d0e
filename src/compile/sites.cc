#include "compile/stages.h"
#include "compile/write.h"

namespace thew::compile {

void compile_sites(Draft& draft) {
  for (SiteDraft& site : draft.sites) {
    const Site& spec = *site.spec;
    const BodyDraft& body = draft.bodies[site.body];
    const bool allowed = spec.type == GeomType::Sphere || spec.type == GeomType::Capsule ||
                         spec.type == GeomType::Ellipsoid || spec.type == GeomType::Cylinder ||
                         spec.type == GeomType::Box;
    if (!allowed) draft.fail(spec, "site", "this type is not supported in a site");
    site.size = spec.size;
    Pose own;
    if (spec.fromto) {
      own = from_to(draft, *spec.fromto, spec.type, spec.pos, site.size, spec, "site");
    } else {
      own = {spec.pos, resolve(draft, spec.orientation, *body.rules, spec, "site")};
    }
    check_size(draft, spec.type, site.size, spec, "site");
    site.pose = place(body, spec.frame, own);
    if (body.is_aligned) site.pose = compose(body.aligned, site.pose);
    if (!spec.material.empty()) {
      site.material = draft.refer(spec, "site", ObjectType::Material, spec.material);
    }
  }
}

void write_sites(const Draft& draft, Model& m) {
  for (int i = 0; i < m.nsite; ++i) {
    const SiteDraft& site = draft.sites[i];
    const Site& spec = *site.spec;
    m.site_type[i] = static_cast<int>(spec.type);
    m.site_bodyid[i] = site.body;
    m.site_dataid[i] = -1;
    m.site_matid[i] = site.material;
    m.site_group[i] = spec.group;
    m.site_sameframe[i] = static_cast<field::Byte>(same_frame(draft.bodies[site.body], site.pose));
    put(m.site_size, i, site.size);
    put(m.site_pos, i, site.pose.pos);
    put(m.site_quat, i, site.pose.quat);
    put_user(draft, m.site_user, i, spec.userdata, spec, "site");
    put(m.site_rgba, i, spec.rgba);
  }
}

}  // namespace thew::compile
