// Runs the script of a page of HTML in node, with as much of a browser as it uses: elements by
// their ids, innerHTML as text, and listeners.  Prints what the page shows as JSON.
//
// node run.js PAGE.html [ACTION...]: open-all, close-all, click:NAME, go:NAME, search:TEXT
"use strict";
const fs = require("fs");
const vm = require("vm");

const page = fs.readFileSync(process.argv[2], "utf8");
const elements = new Map();
for (const [, id] of page.matchAll(/\bid="([\w-]+)"/g)) {
  if (elements.has(id)) throw new Error(`two elements are called ${id}`);
  const listeners = {};
  elements.set(id, {
    innerHTML: "", textContent: "", value: "", hidden: false,
    scrollLeft: 0, scrollTop: 0, clientWidth: 800, clientHeight: 600,
    addEventListener: (kind, listener) => { listeners[kind] = listener; },
    fire: (kind, event) => listeners[kind](event),
  });
}
const [, data] = page.match(/<script id="data" type="application\/json">([^]*?)<\/script>/);
const [, script] = page.match(/<script>([^]*?)<\/script>/);
elements.get("data").textContent = data;
const byId = (id) => {
  if (!elements.has(id)) throw new Error(`there is no element ${id}`);
  return elements.get(id);
};
const context = vm.createContext({ document: { title: "", getElementById: byId } });

// A number for each name of an element, as the page's own code has them.
const started = process.hrtime.bigint();
vm.runInContext(script + "\n;globalThis.graphOfPage = () => graph;", context);
const unescape = (text) =>
  text.replace(/&(amp|lt|gt|quot);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name]);
const idOf = (name) => context.graphOfPage().elements.find((e) => e.name === name).id;
const target = (key, id) => ({ target: { closest: () => ({ dataset: { [key]: String(id) } }) } });
for (const action of process.argv.slice(3)) {
  const [kind, name] = action.split(":", 2);
  if (kind === "click") byId("graph").fire("click", target("id", idOf(name)));
  else if (kind === "go") byId("details").fire("click", target("go", idOf(name)));
  else if (kind === "search") {
    byId("search").value = name;
    byId("search").fire("keydown", { key: "Enter" });
  } else byId(kind).fire("click", {});
}
const seconds = Number(process.hrtime.bigint() - started) / 1e9;

const boxes = [];
const rect = /<rect data-id="(\d+)" class="([^"]*)" x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)" rx="6"><title>([^<]*)<\/title>/g;
for (const [, id, kind, x, y, w, h, name] of byId("graph").innerHTML.matchAll(rect))
  boxes.push({ id: +id, kind, x: +x, y: +y, w: +w, h: +h, name: unescape(name) });
const shown = {};
for (const id of ["title", "summary", "messages", "stages", "operators", "details", "found"])
  shown[id] = byId(id).innerHTML || byId(id).textContent;
const lines = [...byId("graph").innerHTML.matchAll(/<path /g)].length;
const isHidden = byId("graph-section").hidden;
console.log(JSON.stringify({ boxes, lines, shown, seconds, isHidden, svg: byId("graph").innerHTML.length }));
