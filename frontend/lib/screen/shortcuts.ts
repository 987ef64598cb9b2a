import { useEffect, useRef } from 'react';
import { parseKeybinding, tinykeys } from 'tinykeys';
import { createStore } from 'zustand/vanilla';
import { readStored } from '../storage.ts';

export interface Shortcut {
  id: string;
  /**
   * As tinykeys writes them, such as `$mod+KeyK`: `$mod` is Command on Apple keyboards and Control elsewhere, and a code
   * names the place on the keyboard, so that every layout reaches it.
   */
  keys: string;
  /** Description for the overview of shortcuts. */
  label: string;
  run: () => void;
  /** Also while typing in a field. */
  inFields?: boolean;
}

/** The shortcuts of what is on the screen, for the overview. */
export const shortcutStore = createStore<{ groups: ReadonlyMap<symbol, readonly Shortcut[]> }>(() => ({
  groups: new Map(),
}));

/** Whether something is typed into an element. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** AltGr types signs; Option on Apple keyboards, which counts as AltGr too, is an Alt key. */
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

/** Offers shortcuts while mounted; those mounted last win. */
export const useShortcuts = (shortcuts: readonly Shortcut[]): void => {
  const latest = useRef(shortcuts);
  const id = useRef(Symbol('shortcuts'));
  const shape = shortcuts.map((shortcut) => `${shortcut.id}:${shortcut.label}`).join('|');
  useEffect(() => {
    latest.current = shortcuts;
  });
  // Handlers change with every render; what they are offered as does not.
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

/** The keys of a shortcut as they are printed on a keyboard. */
export const shortcutKeys = (keys: string): string[] =>
  parseKeybinding(keys).flatMap(([modifiers, , key]) =>
    [...modifiers, String(key)].map((name) => KEY_NAMES[name] ?? name.replace(/^(Key|Digit)/, '')),
  );
