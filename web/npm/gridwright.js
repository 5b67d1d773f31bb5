import init, { Tasks } from './wasm/tasks.js';

/** Compiles the module, given as bytes or by its address, and answers questions with it. */
export async function gridwright(module) {
  // The module reports progress to a function of this name; a program may define it.
  globalThis.gridwrightProgress ??= () => {};
  await init({ module_or_path: module });
  const tasks = new Tasks();
  return {
    ask(question, milliseconds = 0) {
      const answer = JSON.parse(tasks.ask(JSON.stringify(question), milliseconds));
      if (answer.status !== 'error') return answer;
      const { message, ...place } = answer.error;
      throw Object.assign(new Error(message), { name: 'PuzzleError' }, place);
    },
  };
}
