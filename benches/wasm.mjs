// The fixed set in wasm and natively, in turns: node wasm.mjs MODULE NATIVE_PROGRAM SECONDS
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [module, native, seconds] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const wasm = instance.exports;
const names = execFileSync(native, { encoding: "utf8" }).trim().split("\n").map((line) => line.split("\t"));

// Processor time of the thread that runs wasm, in milliseconds: the compiler's threads do not count.
const spent = () => Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;

const timed = (index, rounds) => {
  const before = spent();
  const digest = wasm.run(index, rounds) >>> 0;
  return { ms: spent() - before, digest };
};

for (const [index, [name, boards]] of names.entries()) {
  // Long enough for the optimising compiler to have had its turn, and to learn how many rounds fill the time.
  let rounds = 1;
  while (timed(index, rounds).ms < seconds * 1000 * 0.3) rounds *= 2;
  let [inWasm, natively, same] = [0, 0, true];
  for (let turn = 0; turn < 4; turn++) {
    const { ms, digest } = timed(index, rounds);
    inWasm += ms;
    const [answer, nanoseconds] = execFileSync(native, [name, String(rounds)], { encoding: "utf8" }).trim().split(" ");
    natively += Number(nanoseconds) / 1e6;
    same &&= Number(answer) === digest;
  }
  const each = (ms) => ms / (4 * rounds * Number(boards));
  console.log(JSON.stringify({ name, boards: Number(boards), native: each(natively), wasm: each(inWasm), same }));
}
