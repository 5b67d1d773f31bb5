/** A worker with the module that it is named after. */

import { load } from './load';
import { serve } from './serve';

const modules: Record<string, URL> = {
  board: new URL('../wasm/board/board_bg.wasm', import.meta.url),
  tasks: new URL('../wasm/tasks/tasks_bg.wasm', import.meta.url),
  paper: new URL('../wasm/paper/paper_bg.wasm', import.meta.url),
  emulsion: new URL('../wasm/emulsion/emulsion_bg.wasm', import.meta.url),
};

serve(load(modules[self.name]!, self.name));
