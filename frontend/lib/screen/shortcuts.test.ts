import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Shortcut, shortcutKeys, shortcutStore } from './shortcuts.ts';

const ran: string[] = [];
const shortcut = (id: string, keys: string, inFields = false): Shortcut => ({
  id,
  keys,
  label: id,
  inFields,
  run: () => ran.push(id),
});
class Field {
  readonly tagName = 'TEXTAREA';
  readonly isContentEditable = false;
}
let target: EventTarget;

/** Presses a key with the modifiers that are held. */
const press = (key: string, code: string, held: string[] = [], on: object = target): boolean => {
  const event = Object.assign(new Event('keydown', { cancelable: true }), {
    key,
    code,
    altKey: held.includes('Alt'),
    isComposing: false,
    getModifierState: (name: string) => held.includes(name),
  });
  Object.defineProperty(event, 'target', { value: on });
  return target.dispatchEvent(event);
};
const offer = (...groups: Shortcut[][]) =>
  shortcutStore.setState({ groups: new Map(groups.map((group) => [Symbol('group'), group])) });

beforeEach(() => {
  ran.length = 0;
  target = new EventTarget();
  vi.stubGlobal('window', target);
  vi.stubGlobal('HTMLElement', Field);
});
afterEach(() => {
  offer();
  vi.unstubAllGlobals();
});

describe('a shortcut', () => {
  it('runs by its place on the keyboard, and keeps the browser from what it would do', () => {
    offer([shortcut('find', '$mod+KeyK'), shortcut('help', '[Shift]+?')]);
    expect(press('л', 'KeyK', ['Control'])).toBe(false);
    expect(press('?', 'Minus', ['Shift'])).toBe(false);
    expect(press('k', 'KeyK')).toBe(true);
    expect(press('k', 'KeyK', ['Control', 'Shift'])).toBe(true);
    expect(ran).toEqual(['find', 'help']);
  });

  it('leaves alone who types: in a field, and signs by AltGr everywhere', () => {
    offer([shortcut('help', '[Shift]+?'), shortcut('new', 'Alt+KeyT', true)]);
    expect(press('?', 'Slash', ['Shift'], new Field())).toBe(true);
    expect(press('₺', 'KeyT', ['AltGraph'], new Field())).toBe(true);
    expect(press('t', 'KeyT', ['Alt'], new Field())).toBe(false);
    expect(ran).toEqual(['new']);
  });

  it('of what came last wins, and ends with it', () => {
    offer([shortcut('list', 'Escape')], [shortcut('selection', 'Escape')]);
    press('Escape', 'Escape');
    offer([shortcut('list', 'Escape')]);
    press('Escape', 'Escape');
    offer();
    press('Escape', 'Escape');
    expect(ran).toEqual(['selection', 'list']);
  });

  it('is printed as keyboards are', () => {
    expect(shortcutKeys('$mod+KeyK')).toEqual(['Ctrl', 'K']);
    expect(shortcutKeys('Alt+Slash')).toEqual(['Alt', '/']);
    expect(shortcutKeys('[Shift]+?')).toEqual(['?']);
  });
});
