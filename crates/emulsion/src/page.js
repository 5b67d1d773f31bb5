// Steps through the game: one board whose pieces are coloured anew, and the row of the turn that led to it.
"use strict";
{
  const data = JSON.parse(document.getElementById("game").textContent);
  const figure = document.getElementById("board");
  const pieces = figure.querySelectorAll("circle");
  const told = document.getElementById("told");
  const slider = document.getElementById("where");
  const rows = document.querySelectorAll("#turns tr[data-turn]");
  const played = figure.querySelector("#played");
  let now = data.boards.length - 1;

  function show(next) {
    now = Math.max(0, Math.min(data.boards.length - 1, next));
    const board = data.boards[now];
    pieces.forEach((piece, i) => {
      const black = board.pieces[i] === "B";
      piece.setAttribute("fill", black ? "#161616" : "#fbfbf7");
      piece.setAttribute("stroke", black ? "#161616" : "#3a3a3a");
    });
    played.setAttribute("d", board.path);
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
