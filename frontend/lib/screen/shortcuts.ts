import { useEffect, useRef } from 'react';
import { parseKeybinding, tinykeys } from 'tinykeys';
import { createStore } from 'zustand/vanilla';
import { readStored } from '../storage.ts';

export interface Shortcut {
  id: string;
  /**
   * In tinykeys' syntax, such as `$mod+KeyK`: `$mod` is Command on Apple keyboards and Control elsewhere. A code
   * names the position on the keyboard, so that it works in every layout.
   */
  keys: string;
  /** Description for the overview of shortcuts. */
  label: string;
  run: () => void;
  /** Whether it also works while typing in a field. */
  inFields?: boolean;
}

/** The shortcuts of the current screen, for the overview. */
export const shortcutStore = createStore<{ groups: ReadonlyMap<symbol, readonly Shortcut[]> }>(() => ({
  groups: new Map(),
}));

/** Whether an element is a text field. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Whether a key press types a character with AltGr. Option on Apple keyboards, which also counts as AltGr, is treated
 * as Alt.
 */
const typesSign = (event: KeyboardEvent): boolean => event.getModifierState('AltGraph') && !event.altKey;

const isIgnored = (event: KeyboardEvent): boolean =>
  event.defaultPrevented || event.isComposing || typesSign(event) || readStored('shortcuts') === false;

const handle =
  ({ inFields, run }: Shortcut) =>
  (event: KeyboardEvent): void => {
    if (isField(event.target) && inFields !== true) return;
    event.preventDefault();
    run();
  };

let stop: (() => void) | undefined;
shortcutStore.subscribe(({ groups }) => {
  stop?.();
  const bindings = [...groups.values()].flat().map((shortcut) => [shortcut.keys, handle(shortcut)] as const);
  stop =
    bindings.length === 0 ? undefined : tinykeys(window, Object.fromEntries(bindings), { ignore: isIgnored });
});

/** Registers shortcuts while mounted; the last mounted ones win. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const latest = useRef(shortcuts);
  const id = useRef(Symbol('shortcuts'));
  const shape = shortcuts.map((shortcut) => `${shortcut.id}:${shortcut.label}`).join('|');
  useEffect(() => {
    latest.current = shortcuts;
  });
  // Handlers change with every render; the registered shortcuts do not.
  useEffect(() => {
    const key = id.current;
    const stable =
      shape === ''
        ? []
        : latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() }));
    shortcutStore.setState(({ groups }) => ({ groups: new Map(groups).set(key, stable) }));
    return () =>
      shortcutStore.setState(({ groups }) => {
        const rest = new Map(groups);
        rest.delete(key);
        return { groups: rest };
      });
  }, [shape]);
};

const KEY_NAMES: Record<string, string> = {
  Control: 'Ctrl',
  Meta: '⌘',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Slash: '/',
};

/** Returns a shortcut's keys as printed on a keyboard. */
export const shortcutKeys = (keys: string): string[] =>
  parseKeybinding(keys).flatMap(([modifiers, , key]) =>
    [...modifiers, String(key)].map((name) => KEY_NAMES[name] ?? name.replace(/^(Key|Digit)/, '')),
  );
