// <contact> and <tendon>.

#include "io/mjcf/tables.h"

namespace thew::io::mjcf {

namespace {

using spec::Tendon;

void add_tendon(Table<Tendon>& row) {
  row("name", &Tendon::name);
  row("class", &Tendon::classname).name_of("a default class");
  row("group", &Tendon::group);
  row("limited", &Tendon::limited);
  row("actuatorfrclimited", &Tendon::actfrclimited);
  row("range", &Tendon::range);
  row("actuatorfrcrange", &Tendon::actfrcrange);
  row("solreflimit", &Tendon::solref_limit).at_least(1);
  row("solimplimit", &Tendon::solimp_limit).at_least(1);
  row("solreffriction", &Tendon::solref_friction).at_least(1);
  row("solimpfriction", &Tendon::solimp_friction).at_least(1);
  row("frictionloss", &Tendon::frictionloss);
  // One number stands for both ends of the dead band.
  row.set<std::vector<double>>(
         "springlength",
         [](Tendon& tendon, const auto& length) {
           tendon.springlength = {length.front(), length.back()};
         },
         [](const Tendon& tendon) { return tendon.springlength; })
      .at_least(1)
      .at_most(2)
      .otherwise("-1 -1");
  row("springyield", &Tendon::springyield);
  row("margin", &Tendon::margin);
  row("stiffness", &Tendon::stiffness).at_least(1);
  row("damping", &Tendon::damping).at_least(1);
  row("armature", &Tendon::armature);
  row("user", &Tendon::userdata);
}

void add_spatial(Table<Tendon>& row) {
  add_tendon(row);
  row("width", &Tendon::width);
  row("material", &Tendon::material).name_of("a material");
  row("rgba", &Tendon::rgba);
}

}  // namespace

Element pair_element() {
  using spec::Pair;
  Table<Pair> row;
  row("name", &Pair::name);
  row("class", &Pair::classname).name_of("a default class");
  row("geom1", &Pair::geomname1).name_of("a geom").never_in_defaults();
  row("geom2", &Pair::geomname2).name_of("a geom").never_in_defaults();
  row("condim", &Pair::condim).otherwise("3");
  row.optional("friction", &Pair::friction, spec::kPairFriction)
      .at_least(1)
      .otherwise("1 1 0.005 0.0001 0.0001");
  row.optional("solref", &Pair::solref, spec::kSolRef).at_least(1).otherwise("0.02 1");
  row.optional("solreffriction", &Pair::solreffriction, spec::SolRef{})
      .at_least(1)
      .otherwise("0 0");
  row.optional("solimp", &Pair::solimp, spec::kSolImp)
      .at_least(1)
      .otherwise("0.9 0.95 0.001 0.5 2");
  row("gap", &Pair::gap).otherwise("0");
  row("margin", &Pair::margin).otherwise("0");
  row("adhesion", &Pair::adhesion).otherwise("0");
  return std::move(row).element("pair");
}

Element exclude_element() {
  using spec::Exclude;
  Table<Exclude> row;
  row("name", &Exclude::name);
  row("body1", &Exclude::bodyname1).name_of("a body").required();
  row("body2", &Exclude::bodyname2).name_of("a body").required();
  return std::move(row).element("exclude");
}

Element fixed_element() {
  Table<Tendon> row;
  add_tendon(row);
  return std::move(row).element("fixed");
}

Element fixed_joint_element() {
  using spec::Wrap;
  Table<Wrap> row;
  row("joint", &Wrap::target).name_of("a joint").required();
  row("coef", &Wrap::coef).required();
  return std::move(row).element("joint");
}

Element spatial_element() {
  Table<Tendon> row;
  add_spatial(row);
  return std::move(row).element("spatial");
}

Element spatial_site_element() {
  using spec::Wrap;
  Table<Wrap> row;
  row("site", &Wrap::target).name_of("a site").required();
  return std::move(row).element("site");
}

Element spatial_geom_element() {
  using spec::Wrap;
  Table<Wrap> row;
  row("geom", &Wrap::target).name_of("a geom").required();
  row("sidesite", &Wrap::sidesite).name_of("a site");
  return std::move(row).element("geom");
}

Element pulley_element() {
  using spec::Wrap;
  Table<Wrap> row;
  row("divisor", &Wrap::coef).required();
  return std::move(row).element("pulley");
}

Element default_tendon_element() {
  Table<Tendon> row;
  add_spatial(row);
  return in_defaults(std::move(row).element("tendon"));
}

}  // namespace thew::io::mjcf
