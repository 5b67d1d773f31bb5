import init, { Tasks } from '../wasm/tasks/tasks.js';
import { serve } from './serve';

serve(init().then(() => new Tasks()));
