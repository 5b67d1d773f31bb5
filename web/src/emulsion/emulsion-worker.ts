import { load } from '../engine/load';
import { serve } from '../engine/serve';

serve(load(new URL('../wasm/emulsion/emulsion_bg.wasm', import.meta.url), 'emulsion'));
