import { load } from './load';
import { serve } from './serve';

serve(load(new URL('../wasm/board/board_bg.wasm', import.meta.url), 'board'));
