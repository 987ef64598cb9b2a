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

/** Presses a key with the held modifiers. */
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

describe('keyboard shortcut', () => {
  it("runs by its position on the keyboard, and prevents the browser's default action", () => {
    offer([shortcut('find', '$mod+KeyK'), shortcut('help', '[Shift]+?')]);
    expect(press('л', 'KeyK', ['Control'])).toBe(false);
    expect(press('?', 'Minus', ['Shift'])).toBe(false);
    expect(press('k', 'KeyK')).toBe(true);
    expect(press('k', 'KeyK', ['Control', 'Shift'])).toBe(true);
    expect(ran).toEqual(['find', 'help']);
  });

  it('is ignored while typing in a field, and for characters typed with AltGr', () => {
    offer([shortcut('help', '[Shift]+?'), shortcut('new', 'Alt+KeyT', true)]);
    expect(press('?', 'Slash', ['Shift'], new Field())).toBe(true);
    expect(press('₺', 'KeyT', ['AltGraph'], new Field())).toBe(true);
    expect(press('t', 'KeyT', ['Alt'], new Field())).toBe(false);
    expect(ran).toEqual(['new']);
  });

  it('the shortcut that was mounted last wins until it is unmounted', () => {
    offer([shortcut('list', 'Escape')], [shortcut('selection', 'Escape')]);
    press('Escape', 'Escape');
    offer([shortcut('list', 'Escape')]);
    press('Escape', 'Escape');
    offer();
    press('Escape', 'Escape');
    expect(ran).toEqual(['selection', 'list']);
  });

  it('is displayed like the keys of a keyboard', () => {
    expect(shortcutKeys('$mod+KeyK')).toEqual(['Ctrl', 'K']);
    expect(shortcutKeys('Alt+Slash')).toEqual(['Alt', '/']);
    expect(shortcutKeys('[Shift]+?')).toEqual(['?']);
  });
});
