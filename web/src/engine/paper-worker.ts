import { load } from './load';
import { serve } from './serve';

serve(load(new URL('../wasm/paper/paper_bg.wasm', import.meta.url), 'paper'));
