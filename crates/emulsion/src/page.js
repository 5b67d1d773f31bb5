// Steps through the game: one board whose pieces are drawn anew, and the row of the turn that led to it.
"use strict";
{
  const data = JSON.parse(document.getElementById("game").textContent);
  const figure = document.getElementById("board");
  const told = document.getElementById("told");
  const slider = document.getElementById("where");
  const rows = document.querySelectorAll("#turns tr[data-turn]");
  let now = data.boards.length - 1;

  const draw = (name, path) => figure.querySelector(`path.${name}`).setAttribute("d", path);

  // Discs of a colour that flow together, as in the library's pictures.
  function outline(pieces, colour) {
    const size = Math.sqrt(pieces.length);
    const is = (row, column) => row < size && column < size && pieces[row * size + column] === colour;
    let path = "";
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        if (!is(row, column)) continue;
        const [x, y] = [36 + 32 * column, 36 + 32 * row];
        path += `M${x - 13} ${y}a13 13 0 1 1 26 0a13 13 0 1 1-26 0z`;
        const [right, below] = [is(row, column + 1), is(row + 1, column)];
        if (right) path += `M${x + 9.2} ${y - 9.2}q6.8 7 13.6 0v18.4q-6.8-7-13.6 0z`;
        if (below) path += `M${x + 9.2} ${y + 9.2}q-7 6.8 0 13.6h-18.4q7-6.8 0-13.6z`;
        if (right && below && is(row + 1, column + 1)) path += `M${x} ${y}h32v32h-32z`;
      }
    }
    return path;
  }

  function show(next) {
    now = Math.max(0, Math.min(data.boards.length - 1, next));
    const board = data.boards[now];
    draw("em-b", outline(board.pieces, "B"));
    draw("em-w", outline(board.pieces, "W"));
    draw("em-w-rim", outline(board.pieces, "W"));
    draw("em-edge", board.path);
    draw("em-played", board.path);
    told.textContent = board.told;
    slider.value = now;
    rows.forEach((row) => {
      row.classList.toggle("now", Number(row.dataset.turn) === now);
    });
  }

  slider.max = data.boards.length - 1;
  slider.addEventListener("input", () => show(Number(slider.value)));
  const go = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => data.boards.length - 1 };
  for (const name of Object.keys(go)) {
    document.getElementById(name).addEventListener("click", () => show(go[name]()));
  }
  rows.forEach((row) => row.addEventListener("click", () => show(Number(row.dataset.turn))));
  const keys = { ArrowLeft: go.back, ArrowRight: go.next, Home: go.first, End: go.last };
  document.addEventListener("keydown", (event) => {
    if (keys[event.key] && event.target !== slider && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      show(keys[event.key]());
    }
  });
  document.getElementById("step").hidden = false;
  show(0);
}
