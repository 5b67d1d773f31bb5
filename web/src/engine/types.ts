/** What the workers answer: the library's views as JSON. docs/schema.json describes them. */

export interface ErrorView { message: string; line?: number; column?: number }
export interface Failure { error: ErrorView }
export interface Picture { view_box: number[]; markup: string; title: string }
export interface Layout { rows: number; cols: number; wrapping: boolean; blocks: [number, number, number, number][] }
export interface RuleView { rule: string; sentence: string; cells: string[] }
export interface BrokenRule extends RuleView { breach: string; text: string }
export interface FactView { atom: string; holds: boolean }
export interface HintView {
  status: 'step' | 'wrong' | 'nothing' | 'unknown'; stage?: number; kind?: string; technique?: string; cells?: string[];
  why?: string; what?: string; facts?: FactView[]; entries?: FactView[]; right_after?: number; text: string[];
}
export type ErrorMode = 'off' | 'on' | 'on-request' | 'conflicts';
export interface Settings { errors: ErrorMode; auto_marks: boolean; clean_notes: boolean; highlights: boolean }
export interface PlayState {
  genre: string; title: string; summary: string; style: 'place' | 'digits' | 'lines'; most_digit: number; solved: boolean; broken: BrokenRule[];
  done: number; undone: number; lines?: { fork: number; length: number }[]; branches: number; tally: { seconds: number; hints: number; checks: number; filled: boolean };
  left: string; digits_left: (number | null)[]; hint?: HintView; has_more_hints: boolean; settings: Settings;
}
export interface LayerView { name: string; kind: 'symbols' | 'numbers' | 'regions' | 'areas'; symbols: [string, string][]; cells: string[] }
export interface EditView {
  genre: string; rows: number; cols: number; layers: LayerView[]; goals: Record<string, number>; options: Record<string, string>;
  done: number; undone: number; invalid?: { message: string; cell?: string; layer?: string; goal?: string; option?: string };
}
export interface Answer {
  layout?: Layout; blocks?: [number, string][]; labels?: [number, string][]; play?: PlayState; picture?: Picture;
  message?: string; text?: string; cells?: Record<'houses' | 'same' | 'lines', number[]>; warnings?: string[];
}
export interface StepView {
  depth: string; rules: RuleView[]; facts: FactView[]; kind?: string; technique?: string; cells?: string[]; why?: string; what?: string; text?: string;
  lemmas?: StepView[]; then?: StepView[];
}
export interface WalkthroughView { genre: string; first: StepView[]; steps: StepView[]; status: 'solved' | 'shared' | 'clash' | 'unknown'; ending: string }
export interface GenreView {
  id: string; name: string; summary: string; rules: { id: string; role: 'law' | 'clue'; text: string }[]; techniques: string[];
  options: { key: string; values: string[]; help: string }[]; reads: string[]; writes: string[]; generates: boolean; example: string;
}
export interface GeneratedView { status: string; text?: string; puzzle?: unknown; difficulty?: string; rating?: number; hardest?: string; message?: string; seed: number | string }
export interface GradeView { status: string; difficulty?: string; rating?: number; hardest?: { name: string; rules: number; hardness: number }; why?: string }
