import { load } from './load';
import { serve } from './serve';

serve(load(new URL('../wasm/tasks/tasks_bg.wasm', import.meta.url), 'tasks'));
