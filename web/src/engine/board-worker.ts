import init, { Board } from '../wasm/board/board.js';
import { serve } from './serve';

serve(init().then(() => new Board()));
