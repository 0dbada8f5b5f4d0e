#pragma once

// The plain members of each element, by name: what a front end without types of its own (Python)
// reads and writes. Lists, relations to other elements and decoded files are not among them.

#include <thew/spec.h>

namespace thew::spec {

template <class Visit>
void visit_members(Body& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("pos", x.pos);
  visit("orientation", x.orientation);
  visit("childclass", x.childclass);
  visit("mocap", x.mocap);
  visit("gravcomp", x.gravcomp);
  visit("sleep", x.sleep);
  visit("userdata", x.userdata);
  visit("simple", x.simple);
  visit("fuse", x.fuse);
  visit("plugin", x.plugin);
  visit("explicit_inertial", x.explicit_inertial);
  visit("mass", x.mass);
  visit("ipos", x.ipos);
  visit("iorientation", x.iorientation);
  visit("inertia", x.inertia);
  visit("fullinertia", x.fullinertia);
}

template <class Visit>
void visit_members(Frame& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("pos", x.pos);
  visit("orientation", x.orientation);
  visit("scale", x.scale);
  visit("scaling", x.scaling);
  visit("massscale", x.massscale);
  visit("childclass", x.childclass);
}

template <class Visit>
void visit_members(Joint& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("type", x.type);
  visit("pos", x.pos);
  visit("axis", x.axis);
  visit("ref", x.ref);
  visit("align", x.align);
  visit("stiffness", x.stiffness);
  visit("springref", x.springref);
  visit("springyield", x.springyield);
  visit("springdamper", x.springdamper);
  visit("limited", x.limited);
  visit("range", x.range);
  visit("margin", x.margin);
  visit("solref_limit", x.solref_limit);
  visit("solimp_limit", x.solimp_limit);
  visit("actfrclimited", x.actfrclimited);
  visit("actfrcrange", x.actfrcrange);
  visit("armature", x.armature);
  visit("damping", x.damping);
  visit("frictionloss", x.frictionloss);
  visit("solref_friction", x.solref_friction);
  visit("solimp_friction", x.solimp_friction);
  visit("group", x.group);
  visit("actgravcomp", x.actgravcomp);
  visit("userdata", x.userdata);
}

template <class Visit>
void visit_members(Geom& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("type", x.type);
  visit("pos", x.pos);
  visit("orientation", x.orientation);
  visit("fromto", x.fromto);
  visit("size", x.size);
  visit("contype", x.contype);
  visit("conaffinity", x.conaffinity);
  visit("condim", x.condim);
  visit("priority", x.priority);
  visit("friction", x.friction);
  visit("solmix", x.solmix);
  visit("solref", x.solref);
  visit("solimp", x.solimp);
  visit("margin", x.margin);
  visit("gap", x.gap);
  visit("surfacevel", x.surfacevel);
  visit("adhesion", x.adhesion);
  visit("mass", x.mass);
  visit("density", x.density);
  visit("typeinertia", x.typeinertia);
  visit("fluid_ellipsoid", x.fluid_ellipsoid);
  visit("fluid_coefs", x.fluid_coefs);
  visit("material", x.material);
  visit("rgba", x.rgba);
  visit("group", x.group);
  visit("castshadow", x.castshadow);
  visit("hfieldname", x.hfieldname);
  visit("meshname", x.meshname);
  visit("plugin", x.plugin);
  visit("fitscale", x.fitscale);
  visit("userdata", x.userdata);
}

template <class Visit>
void visit_members(Site& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("pos", x.pos);
  visit("orientation", x.orientation);
  visit("fromto", x.fromto);
  visit("size", x.size);
  visit("type", x.type);
  visit("material", x.material);
  visit("group", x.group);
  visit("rgba", x.rgba);
  visit("meshname", x.meshname);
  visit("userdata", x.userdata);
}

template <class Visit>
void visit_members(Camera& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("pos", x.pos);
  visit("orientation", x.orientation);
  visit("mode", x.mode);
  visit("targetbody", x.targetbody);
  visit("proj", x.proj);
  visit("resolution", x.resolution);
  visit("output", x.output);
  visit("fovy", x.fovy);
  visit("ipd", x.ipd);
  visit("sensor_size", x.sensor_size);
  visit("focal_length", x.focal_length);
  visit("focal_pixel", x.focal_pixel);
  visit("principal_length", x.principal_length);
  visit("principal_pixel", x.principal_pixel);
  visit("userdata", x.userdata);
}

template <class Visit>
void visit_members(Light& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("pos", x.pos);
  visit("dir", x.dir);
  visit("mode", x.mode);
  visit("targetbody", x.targetbody);
  visit("active", x.active);
  visit("type", x.type);
  visit("texture", x.texture);
  visit("castshadow", x.castshadow);
  visit("bulbradius", x.bulbradius);
  visit("intensity", x.intensity);
  visit("range", x.range);
  visit("attenuation", x.attenuation);
  visit("cutoff", x.cutoff);
  visit("softness", x.softness);
  visit("exponent", x.exponent);
  visit("ambient", x.ambient);
  visit("diffuse", x.diffuse);
  visit("specular", x.specular);
}

template <class Visit>
void visit_members(Texture& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("type", x.type);
  visit("colorspace", x.colorspace);
  visit("builtin", x.builtin);
  visit("mark", x.mark);
  visit("rgb1", x.rgb1);
  visit("rgb2", x.rgb2);
  visit("markrgb", x.markrgb);
  visit("random", x.random);
  visit("height", x.height);
  visit("width", x.width);
  visit("nchannel", x.nchannel);
  visit("content_type", x.content_type);
  visit("file", x.file);
  visit("gridsize", x.gridsize);
  visit("gridlayout", x.gridlayout);
  visit("cubefiles", x.cubefiles);
  visit("hflip", x.hflip);
  visit("vflip", x.vflip);
  visit("embed", x.embed);
}

template <class Visit>
void visit_members(Material& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("textures", x.textures);
  visit("texuniform", x.texuniform);
  visit("texrepeat", x.texrepeat);
  visit("emission", x.emission);
  visit("specular", x.specular);
  visit("shininess", x.shininess);
  visit("reflectance", x.reflectance);
  visit("metallic", x.metallic);
  visit("roughness", x.roughness);
  visit("rgba", x.rgba);
}

template <class Visit>
void visit_members(Mesh& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("content_type", x.content_type);
  visit("file", x.file);
  visit("refpos", x.refpos);
  visit("refquat", x.refquat);
  visit("scale", x.scale);
  visit("smoothnormal", x.smoothnormal);
  visit("maxhullvert", x.maxhullvert);
  visit("convex", x.convex);
  visit("inertia", x.inertia);
  visit("builtin", x.builtin);
  visit("params", x.params);
  visit("material", x.material);
  visit("needsdf", x.needsdf);
  visit("octree_maxdepth", x.octree_maxdepth);
  visit("usernode", x.usernode);
  visit("usertet", x.usertet);
  visit("plugin", x.plugin);
}

template <class Visit>
void visit_members(HeightField& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("content_type", x.content_type);
  visit("file", x.file);
  visit("size", x.size);
  visit("nrow", x.nrow);
  visit("ncol", x.ncol);
  visit("elevation", x.elevation);
}

template <class Visit>
void visit_members(Skin& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("file", x.file);
  visit("material", x.material);
  visit("rgba", x.rgba);
  visit("inflate", x.inflate);
  visit("blend", x.blend);
  visit("group", x.group);
  visit("vert", x.vert);
  visit("texcoord", x.texcoord);
  visit("face", x.face);
}

template <class Visit>
void visit_members(Xpbd& x, Visit visit) {
  visit("material", x.material);
  visit("density", x.density);
  visit("stretch", x.stretch);
  visit("shear", x.shear);
  visit("bend", x.bend);
  visit("twist", x.twist);
  visit("volume", x.volume);
  visit("law", x.law);
  visit("substeps", x.substeps);
  visit("iterations", x.iterations);
  visit("strain", x.strain);
  visit("coupling", x.coupling);
  visit("skin", x.skin);
}

template <class T, class Visit>
void visit_flex_properties(T& x, Visit visit) {
  visit("contype", x.contype);
  visit("conaffinity", x.conaffinity);
  visit("condim", x.condim);
  visit("priority", x.priority);
  visit("friction", x.friction);
  visit("solmix", x.solmix);
  visit("solref", x.solref);
  visit("solimp", x.solimp);
  visit("margin", x.margin);
  visit("gap", x.gap);
  visit("selfcollide", x.selfcollide);
  visit("activelayers", x.activelayers);
  visit("passive", x.passive);
  visit("dim", x.dim);
  visit("radius", x.radius);
  visit("flatskin", x.flatskin);
  visit("group", x.group);
  visit("material", x.material);
  visit("rgba", x.rgba);
  visit("edgestiffness", x.edgestiffness);
  visit("edgedamping", x.edgedamping);
  visit("young", x.young);
  visit("poisson", x.poisson);
  visit("shear", x.shear);
  visit("damping", x.damping);
  visit("thickness", x.thickness);
  visit("stressyield", x.stressyield);
  visit("elastic2d", x.elastic2d);
  visit("section", x.section);
  visit("sectionsize", x.sectionsize);
  visit("cellcount", x.cellcount);
  visit("xpbd", x.xpbd);
}

template <class Visit>
void visit_members(Flex& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit_flex_properties(x, visit);
  visit("vertbody", x.vertbody);
  visit("vert", x.vert);
  visit("elem", x.elem);
  visit("texcoord", x.texcoord);
  visit("elemtexcoord", x.elemtexcoord);
  visit("nodebody", x.nodebody);
  visit("node", x.node);
  visit("order", x.order);
  visit("elastic3d", x.elastic3d);
  visit("size", x.size);
}

template <class Visit>
void visit_members(Flexcomp& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit_flex_properties(x, visit);
  visit("type", x.type);
  visit("dof", x.dof);
  visit("count", x.count);
  visit("spacing", x.spacing);
  visit("rigid", x.rigid);
  visit("mass", x.mass);
  visit("inertiabox", x.inertiabox);
  visit("pos", x.pos);
  visit("orientation", x.orientation);
  visit("scale", x.scale);
  visit("origin", x.origin);
  visit("file", x.file);
  visit("meshname", x.meshname);
  visit("point", x.point);
  visit("elem", x.elem);
  visit("texcoord", x.texcoord);
  visit("equality", x.equality);
  visit("edgesolref", x.edgesolref);
  visit("edgesolimp", x.edgesolimp);
  visit("pinid", x.pinid);
  visit("pinrange", x.pinrange);
  visit("pingrid", x.pingrid);
  visit("pingridrange", x.pingridrange);
}

template <class Visit>
void visit_members(Pair& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("geomname1", x.geomname1);
  visit("geomname2", x.geomname2);
  visit("condim", x.condim);
  visit("solref", x.solref);
  visit("solreffriction", x.solreffriction);
  visit("solimp", x.solimp);
  visit("margin", x.margin);
  visit("gap", x.gap);
  visit("adhesion", x.adhesion);
  visit("friction", x.friction);
}

template <class Visit>
void visit_members(Exclude& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("bodyname1", x.bodyname1);
  visit("bodyname2", x.bodyname2);
}

template <class Visit>
void visit_members(Equality& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("type", x.type);
  visit("objtype", x.objtype);
  visit("name1", x.name1);
  visit("name2", x.name2);
  visit("active", x.active);
  visit("solref", x.solref);
  visit("solimp", x.solimp);
  visit("data", x.data);
}

template <class Visit>
void visit_members(Tendon& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("stiffness", x.stiffness);
  visit("springlength", x.springlength);
  visit("springyield", x.springyield);
  visit("damping", x.damping);
  visit("frictionloss", x.frictionloss);
  visit("solref_friction", x.solref_friction);
  visit("solimp_friction", x.solimp_friction);
  visit("armature", x.armature);
  visit("limited", x.limited);
  visit("actfrclimited", x.actfrclimited);
  visit("range", x.range);
  visit("actfrcrange", x.actfrcrange);
  visit("margin", x.margin);
  visit("solref_limit", x.solref_limit);
  visit("solimp_limit", x.solimp_limit);
  visit("material", x.material);
  visit("width", x.width);
  visit("rgba", x.rgba);
  visit("group", x.group);
  visit("userdata", x.userdata);
  visit("type", x.type);
}

template <class Visit>
void visit_members(Actuator& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("type", x.type);
  visit("gaintype", x.gaintype);
  visit("gainprm", x.gainprm);
  visit("biastype", x.biastype);
  visit("biasprm", x.biasprm);
  visit("dyntype", x.dyntype);
  visit("dynprm", x.dynprm);
  visit("actdim", x.actdim);
  visit("ctrlspec", x.ctrlspec);
  visit("actearly", x.actearly);
  visit("trntype", x.trntype);
  visit("gear", x.gear);
  visit("target", x.target);
  visit("refsite", x.refsite);
  visit("slidersite", x.slidersite);
  visit("cranklength", x.cranklength);
  visit("lengthrange", x.lengthrange);
  visit("inheritrange", x.inheritrange);
  visit("damping", x.damping);
  visit("armature", x.armature);
  visit("ctrllimited", x.ctrllimited);
  visit("ctrlrange", x.ctrlrange);
  visit("velrange", x.velrange);
  visit("ffrange", x.ffrange);
  visit("forcelimited", x.forcelimited);
  visit("forcerange", x.forcerange);
  visit("actlimited", x.actlimited);
  visit("actrange", x.actrange);
  visit("group", x.group);
  visit("nsample", x.nsample);
  visit("interp", x.interp);
  visit("delay", x.delay);
  visit("userdata", x.userdata);
  visit("plugin", x.plugin);
  visit("kp", x.kp);
  visit("kv", x.kv);
  visit("dampratio", x.dampratio);
  visit("timeconst", x.timeconst);
}

template <class Visit>
void visit_members(Sensor& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("type", x.type);
  visit("objtype", x.objtype);
  visit("objname", x.objname);
  visit("reftype", x.reftype);
  visit("refname", x.refname);
  visit("intprm", x.intprm);
  visit("cutoff", x.cutoff);
  visit("noise", x.noise);
  visit("nsample", x.nsample);
  visit("interp", x.interp);
  visit("delay", x.delay);
  visit("interval", x.interval);
  visit("userdata", x.userdata);
  visit("plugin", x.plugin);
  visit("datatype", x.datatype);
  visit("needstage", x.needstage);
  visit("dim", x.dim);
}

template <class Visit>
void visit_members(Numeric& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("data", x.data);
  visit("size", x.size);
}

template <class Visit>
void visit_members(Text& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("data", x.data);
}

template <class Visit>
void visit_members(Key& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("time", x.time);
  visit("qpos", x.qpos);
  visit("qvel", x.qvel);
  visit("act", x.act);
  visit("mpos", x.mpos);
  visit("mquat", x.mquat);
  visit("ctrl", x.ctrl);
  visit("plastic", x.plastic);
}

template <class Visit>
void visit_members(PluginInstance& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
  visit("plugin_name", x.plugin);
  visit("active", x.active);
}

template <class Visit>
void visit_members(Tuple& x, Visit visit) {
  visit("name", x.name);
  visit("info", x.info);
}

template <class Visit>
void visit_members(Compiler& x, Visit visit) {
  visit("autolimits", x.autolimits);
  visit("boundmass", x.boundmass);
  visit("boundinertia", x.boundinertia);
  visit("settotalmass", x.settotalmass);
  visit("balanceinertia", x.balanceinertia);
  visit("fitaabb", x.fitaabb);
  visit("degree", x.degree);
  visit("eulerseq", x.eulerseq);
  visit("discardvisual", x.discardvisual);
  visit("usethread", x.usethread);
  visit("fusestatic", x.fusestatic);
  visit("inertiafromgeom", x.inertiafromgeom);
  visit("inertiagrouprange", x.inertiagrouprange);
  visit("saveinertial", x.saveinertial);
  visit("savecompiled", x.savecompiled);
  visit("savecanonical", x.savecanonical);
  visit("alignfree", x.alignfree);
  visit("strippath", x.strippath);
  visit("conflict", x.conflict);
  visit("passthrough", x.passthrough);
  visit("meshdir", x.meshdir);
  visit("texturedir", x.texturedir);
}

template <class Visit>
void visit_members(LengthRange& x, Visit visit) {
  visit("mode", x.mode);
  visit("useexisting", x.useexisting);
  visit("uselimit", x.uselimit);
  visit("accel", x.accel);
  visit("maxforce", x.maxforce);
  visit("timeconst", x.timeconst);
  visit("timestep", x.timestep);
  visit("inttotal", x.inttotal);
  visit("interval", x.interval);
  visit("tolrange", x.tolrange);
}

template <class Visit>
void visit_members(Sizes& x, Visit visit) {
  visit("memory", x.memory);
  visit("njmax", x.njmax);
  visit("nconmax", x.nconmax);
  visit("nstack", x.nstack);
  visit("nuserdata", x.nuserdata);
  visit("nkey", x.nkey);
  visit("nuser_body", x.nuser_body);
  visit("nuser_jnt", x.nuser_jnt);
  visit("nuser_geom", x.nuser_geom);
  visit("nuser_site", x.nuser_site);
  visit("nuser_cam", x.nuser_cam);
  visit("nuser_tendon", x.nuser_tendon);
  visit("nuser_actuator", x.nuser_actuator);
  visit("nuser_sensor", x.nuser_sensor);
}

}  // namespace thew::spec
