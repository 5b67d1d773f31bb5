const steps = [...document.querySelectorAll("section")];
const slider = document.getElementById("where");
const show = (number) => {
  const now = Math.max(0, Math.min(steps.length - 1, number));
  steps.forEach((step, i) => step.classList.toggle("now", i === now));
  slider.value = now;
  document.getElementById("number").textContent = `${now} of ${steps.length - 1}`;
  history.replaceState(null, "", `#step${now}`);
};
const asked = () => Number(/^#step(\d+)$/.exec(location.hash)?.[1] ?? 0);
const moves = {
  first: () => show(0),
  back: () => show(Number(slider.value) - 1),
  next: () => show(Number(slider.value) + 1),
  last: () => show(steps.length - 1),
};
slider.max = steps.length - 1;
slider.addEventListener("input", () => show(Number(slider.value)));
Object.entries(moves).forEach(([id, move]) => document.getElementById(id).addEventListener("click", move));
document.addEventListener("keydown", (event) => {
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  if (keys[event.key] && event.target !== slider && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    moves[keys[event.key]]();
  }
});
window.addEventListener("hashchange", () => show(asked()));
document.querySelector("nav").hidden = false;
document.body.classList.add("stepping");
show(asked());
