const story = JSON.parse(document.getElementById("boards").textContent);
const sections = [...document.querySelectorAll("section")];
const last = sections.length - 1;
const slider = document.getElementById("where");
const names = sections.map((_, i) => (i === 0 ? "start" : i === last ? "end" : `${i} of ${last - 1}`));

// The board before a step, with the step marked on it: the look of every slot.
const looksAt = (number) => {
  const looks = new Uint32Array(3 * story.cells);
  const put = (changes) => {
    for (let i = 0; i < changes.length; i += 2) looks[changes[i]] = changes[i + 1];
  };
  for (let i = 0; i <= number; i++) put(story.boards[i][0]);
  put(story.boards[number][1]);
  return looks;
};
const drawn = (look) => story.looks[look].map((part) => story.parts[part]).join("");

// Three layers of cells: grounds, strokes, and what stands in the cells.
const blank = document.querySelector("#board svg").cloneNode(true);
blank.querySelector(".gw-under").innerHTML = "";
blank.querySelector(".gw-over").innerHTML = "<g></g><g></g>";
blank.insertAdjacentHTML("beforeend", "<g class='rulers gw-note'></g>");
const layersOf = (svg) => [svg.querySelector(".gw-under"), ...svg.querySelector(".gw-over").children];
const place = (layer, cell) => {
  const [x, y] = [cell % story.columns, Math.floor(cell / story.columns)];
  return layer === 1 ? "" : ` transform="translate(${x * story.side} ${y * story.side})"`;
};
// Of a large board, the part that a step is about. From column and row, up to column and row.
const CLOSE_UP = 20;
const rows = story.cells / story.columns;
const isLarge = Math.max(rows, story.columns) > CLOSE_UP + 4;
const partAt = (number) => {
  const marks = story.boards[number][1];
  if (!isLarge || marks.length === 0) return [0, 0, story.columns, rows];
  const cells = marks.filter((_, i) => i % 2 === 0).map((slot) => slot % story.cells);
  const range = (places, most) => {
    const [least, greatest] = [Math.min(...places), Math.max(...places)];
    const length = Math.min(most, Math.max(CLOSE_UP, greatest - least + 5));
    const start = Math.round((least + greatest + 1 - length) / 2);
    return [Math.max(0, Math.min(most - length, start)), length];
  };
  const [left, width] = range(cells.map((cell) => cell % story.columns), story.columns);
  const [top, height] = range(cells.map((cell) => Math.floor(cell / story.columns)), rows);
  const side = Math.min(Math.max(width, height), rows, story.columns);
  const inside = (start, length, most) => [Math.max(0, Math.min(most - Math.max(side, length), start)), Math.max(side, length)];
  const [[x, across], [y, down]] = [inside(left, width, story.columns), inside(top, height, rows)];
  return [x, y, x + across, y + down];
};
// Shows a part of the board, with row and column numbers around it over what lies beyond.
const showPart = (svg, [left, top, right, bottom]) => {
  const { side } = story;
  const corner = (n) => n * side + side / 4;
  const [across, down] = [(right - left) * side, (bottom - top) * side];
  const size = Math.max(7, Math.max(across, down) * 0.018);
  const margin = Math.max(side / 4, 1.5 * size);
  const [x, y, width, height] = [corner(left) - margin, corner(top) - margin, across + 2 * margin, down + 2 * margin];
  // The outer line of the board stays.
  const room = margin - 1.5;
  const strip = (dx, dy, w, h) => `<rect class="gw-page" x="${x + dx}" y="${y + dy}" width="${w}" height="${h}"/>`;
  let out = strip(0, 0, width, room) + strip(0, height - room, width, room);
  out += strip(0, 0, room, height) + strip(width - room, 0, room, height);
  // Where cells are small, only some numbers have room.
  const every = [1, 2, 5, 10, 20, 50].find((n) => n * side >= 2.2 * size) ?? 100;
  const number = (n, cx, cy) =>
    n % every === 0 ? `<text x="${cx}" y="${cy + 0.36 * size}" font-size="${n > 99 ? 0.75 * size : size}">${n}</text>` : "";
  for (let col = left; col < right; col++) out += number(col + 1, corner(col + 0.5), y + margin / 2);
  for (let row = top; row < bottom; row++) out += number(row + 1, x + margin / 2, corner(row + 0.5));
  svg.querySelector(".rulers").innerHTML = out;
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
};
const boardOf = (looks, [left, top, right, bottom]) => {
  const svg = blank.cloneNode(true);
  layersOf(svg).forEach((group, layer) => {
    let cells = "";
    for (let row = top; row < bottom; row++) {
      for (let col = left; col < right; col++) {
        const cell = row * story.columns + col;
        cells += `<g${place(layer, cell)}>${drawn(looks[layer * story.cells + cell])}</g>`;
      }
    }
    group.innerHTML = cells;
  });
  showPart(svg, [left, top, right, bottom]);
  return svg;
};

let now = -1;
let shown = looksAt(0);
const whole = [0, 0, story.columns, rows];
const board = boardOf(shown, whole);
const layers = layersOf(board);
document.querySelector("#board svg").replaceWith(board);
const near = document.getElementById("near");
const closeUp = near.querySelector("input");
near.hidden = !isLarge;
const look = () => showPart(board, closeUp.checked ? partAt(now) : whole);
closeUp.addEventListener("change", look);
let remembering;
const show = (number) => {
  const next = Math.max(0, Math.min(last, Number(number)));
  if (next === now) return;
  sections[now]?.classList.remove("now");
  sections[next].classList.add("now");
  now = next;
  slider.value = now;
  document.getElementById("number").textContent = names[now];
  const looks = looksAt(now);
  looks.forEach((look, slot) => {
    if (look !== shown[slot]) {
      layers[Math.floor(slot / story.cells)].children[slot % story.cells].innerHTML = drawn(look);
    }
  });
  shown = looks;
  look();
  const title = now === 0 ? "The board at the start" : now === last ? "The board at the end" : `The board at step ${now}`;
  board.setAttribute("aria-label", title);
  board.querySelector("title").textContent = title;
  // Browsers do not like addresses that change all the time.
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", `#step${now}`), 200);
};
const asked = () => Number(/^#step(\d+)$/.exec(location.hash)?.[1] ?? 0);
const moves = {
  first: () => show(0),
  back: () => show(now - 1),
  next: () => show(now + 1),
  last: () => show(last),
  farBack: () => show(now - 10),
  farOn: () => show(now + 10),
};
const keys = {
  Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last", PageUp: "farBack", PageDown: "farOn",
};
slider.max = last;
slider.addEventListener("input", () => show(slider.value));
["first", "back", "next", "last"].forEach((id) => document.getElementById(id).addEventListener("click", moves[id]));
document.addEventListener("keydown", (event) => {
  if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    moves[keys[event.key]]();
  }
});
window.addEventListener("hashchange", () => show(asked()));

// On paper every step has its board, or every few steps one where that would be too much to draw.
const MOST_PRINTED_CELLS = 60000;
const cellsAt = ([left, top, right, bottom]) => (right - left) * (bottom - top);
const printed = sections.reduce((sum, _, number) => sum + cellsAt(partAt(number)), 0);
const every = Math.max(1, Math.ceil(printed / MOST_PRINTED_CELLS));
window.addEventListener("beforeprint", () => {
  sections.forEach((section, number) => {
    if (number % every !== 0 && number !== last) return;
    const figure = document.createElement("figure");
    figure.className = "printed";
    figure.append(boardOf(looksAt(number), partAt(number)));
    section.append(figure);
  });
});
window.addEventListener("afterprint", () => document.querySelectorAll(".printed").forEach((figure) => figure.remove()));

document.querySelector("nav").hidden = false;
document.body.classList.add("stepping");
show(asked());
