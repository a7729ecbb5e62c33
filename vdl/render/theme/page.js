"use strict";
// What a page adds where scripts run: a search over its places, tables in another order, the section in view.
// Without it nothing is lacking that the document says. Texts of the document are only ever put in as texts.
(() => {
  const said = document.currentScript.dataset;
  const make = (tag, kind, text) => Object.assign(document.createElement(tag), { className: kind, textContent: text });
  const words = (part) =>
    (part.cells ? [...part.cells].map(words).filter(Boolean).join(" \u00b7 ") : part.textContent)
      .replace(/#(?=\s*$)/, "").replace(/\s+/g, " ").trim();
  const unfold = (part) => {
    for (; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  };

  const nav = document.querySelector("nav.contents");
  if (nav) {
    const field = make("input", "", "");
    Object.assign(field, { type: "search", placeholder: said.search, autocomplete: "off" });
    field.setAttribute("aria-label", said.search);
    const found = make("ol", "found", "");
    const told = make("p", "told", "");
    told.setAttribute("role", "status");
    const box = make("div", "search", "");
    box.append(field, told, found);
    nav.querySelector("h2").after(box);
    const asked = "main section > :is(h2,h3,h4,h5,h6), main section > details > summary > :is(h2,h3,h4,h5,h6), " +
      "main tbody tr, main .working, main caption, main figcaption, main .callout, main .references li, .cover tr";
    const places = [...document.querySelectorAll(asked)].map((part) => [part, words(part).toLocaleLowerCase(), part.closest("[id]")]);
    const most = 40;
    field.addEventListener("input", () => {
      const wanted = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
      const hits = wanted.length ? places.filter(([, text]) => wanted.every((word) => text.includes(word))) : [];
      nav.classList.toggle("searched", wanted.length > 0);
      told.textContent = wanted.length ? String(hits.length) : "";
      found.replaceChildren(...hits.slice(0, most).map(([part, , named]) => {
        const line = make("li", "", "");
        const text = words(part.matches(".working, .callout") ? part.querySelector(".name") || part : part);
        const link = make("a", "", text.length > 90 ? text.slice(0, 88) + "\u2026" : text);
        link.href = "#" + (named ? named.id : "contents");
        link.addEventListener("click", (event) => {
          event.preventDefault();
          unfold(part);
          history.pushState(null, "", link.href);
          part.scrollIntoView({ block: "center" });
          document.querySelectorAll(".hit").forEach((each) => each.classList.remove("hit"));
          part.classList.add("hit");
        });
        line.append(link);
        return line;
      }));
    });
  }

  const number = (text) => {
    const plain = text.replace(/[\u2007\u2008\u2009\u202f\u2060\u200b\u00a0]/g, "").split(said.comma).join("").replace(said.point, ".");
    const read = /^[^\d\u2212+-]{0,12}?([\u2212+-]?\d+(?:\.\d+)?)/.exec(plain);
    return read ? Number(read[1].replace("\u2212", "-")) : NaN;
  };
  // What is empty, or no number among numbers, stays last both ways.
  const order = (at, right, way) => (one, other) => {
    const [a, b] = [one, other].map((line) => (line.cells[at] ? words(line.cells[at]) : ""));
    if (right) {
      const [x, y] = [number(a), number(b)];
      return Number.isNaN(x) - Number.isNaN(y) || way * (x - y) || 0;
    }
    return (a === "") - (b === "") || way * a.localeCompare(b, document.documentElement.lang, { numeric: true });
  };
  for (const table of document.querySelectorAll("main table.data")) {
    const bodies = [...table.tBodies].filter((body) => !body.classList.contains("total"));
    const whole = bodies.map((body) => [...body.rows]);
    const moved = whole.map((lines) => lines.filter((line) => !line.matches(".name, .together")));
    if (!table.tHead || !moved.some((lines) => lines.length > 2)) continue;
    const heads = [...[...table.tHead.rows].at(-1).cells]; // above these may stand what some of them share
    // Where rows are too narrow for heads these are out of sight: a touch brings them back.
    const opener = make("button", "order", said.order);
    opener.type = "button";
    opener.setAttribute("aria-expanded", "false");
    opener.addEventListener("click", () => opener.setAttribute("aria-expanded", String(table.classList.toggle("ordered"))));
    table.before(opener);
    heads.forEach((head, at) => {
      if (!words(head)) return;
      const button = make("button", "", "");
      Object.assign(button, { type: "button", title: said.sort });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = { none: "ascending", ascending: "descending", descending: "none" }[head.ariaSort || "none"];
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        if (next !== "none") head.setAttribute("aria-sort", next);
        const by = order(at, head.classList.contains("n"), next === "descending" ? -1 : 1);
        bodies.forEach((body, place) => {
          const lines = [...moved[place]];
          if (next !== "none") lines.sort(by);
          const queue = lines.values();
          body.append(...whole[place].map((line) => (moved[place].includes(line) ? queue.next().value : line)));
        });
      });
    });
  }

  const lead = () => {
    const part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!part) return;
    unfold(part);
    part.scrollIntoView();
  };
  addEventListener("hashchange", lead);
  lead();

  if (nav && !CSS.supports("selector(a:target-current)") && "IntersectionObserver" in window) {
    const seen = new Set();
    const links = [...nav.querySelectorAll("a[href^='#s-']")];
    const watcher = new IntersectionObserver((changes) => {
      changes.forEach((each) => seen[each.isIntersecting ? "add" : "delete"](each.target.id));
      links.forEach((each) => each.removeAttribute("aria-current"));
      const here = links.filter((each) => seen.has(decodeURIComponent(each.hash.slice(1)))).pop();
      if (here) here.setAttribute("aria-current", "true");
    }, { rootMargin: "0px 0px -70% 0px" });
    document.querySelectorAll("main section[id]").forEach((each) => watcher.observe(each));
  }
})();
