/** Settings for all games. */

import { h, segments } from '../dom';
import type { Screen } from '../router';
import { preferences, savePreferences } from '../store';

export async function settings(): Promise<Screen> {
  const box = (label: string, key: 'contrast' | 'clock' | 'letters' | 'modeKeys' | 'markFirst'): HTMLElement => h('label', { class: 'switch' }, h('span', null, label),
    h('input', { type: 'checkbox', checked: preferences[key], onchange: (event: Event) => { preferences[key] = (event.target as HTMLInputElement).checked; savePreferences(); } }));
  const element = h('main', { class: 'wrap narrow' }, h('h1', null, 'Settings'),
    h('div', { class: 'field' }, h('span', { class: 'label' }, 'Theme'), segments<'system' | 'light' | 'dark'>('Theme', [['system', 'As the system'], ['light', 'Light'], ['dark', 'Dark']], preferences.theme, (theme) => { preferences.theme = theme; savePreferences(); })),
    box('High contrast', 'contrast'), box('Show the clock', 'clock'), box('Single letters are commands', 'letters'), box('Z X C V choose what digits do', 'modeKeys'), box('Star Battle: the first tap marks', 'markFirst'),
    h('p', { class: 'small quiet' }, 'Games and settings stay in this browser. The page asks no other computer for anything.'));
  return { element, title: 'Settings', place: 'today' };
}
