import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import { readStored } from './storage.ts';

/** A key with its modifiers. `code` names the place on the keyboard, so that every layout reaches it. */
export interface Shortcut {
  id: string;
  /** `KeyboardEvent.code`, or `?` for the sign itself, which moves with the layout. */
  code: string;
  ctrl?: boolean;
  alt?: boolean;
  shift?: boolean;
  /** What it does, as the overview says it. */
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

/** Whether a key press is this shortcut. Ctrl is Command on Apple keyboards. */
export const matchesShortcut = (
  shortcut: Pick<Shortcut, 'code' | 'ctrl' | 'alt' | 'shift'>,
  event: Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean => {
  const ctrl = event.ctrlKey || event.metaKey;
  if (shortcut.code === '?') return event.key === '?' && !ctrl && !event.altKey;
  return (
    event.code === shortcut.code &&
    ctrl === (shortcut.ctrl ?? false) &&
    event.altKey === (shortcut.alt ?? false) &&
    event.shiftKey === (shortcut.shift ?? false)
  );
};

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || readStored('shortcuts') === false) return;
  const typing = isField(event.target);
  const all = [...shortcutStore.getState().groups.values()].flat().reverse();
  const found = all.find(
    (shortcut) => (!typing || shortcut.inFields === true) && matchesShortcut(shortcut, event),
  );
  if (found === undefined) return;
  event.preventDefault();
  found.run();
};

let listening = 0;

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
    if (listening === 0) globalThis.addEventListener('keydown', onKeyDown);
    listening += 1;
    return () => {
      listening -= 1;
      if (listening === 0) globalThis.removeEventListener('keydown', onKeyDown);
      shortcutStore.setState(({ groups }) => {
        const rest = new Map(groups);
        rest.delete(key);
        return { groups: rest };
      });
    };
  }, [shape]);
};

const CODE_NAMES: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc', Slash: '/' };

/** The keys of a shortcut as they are printed on a keyboard. */
export const shortcutKeys = ({
  code,
  ctrl,
  alt,
  shift,
}: Pick<Shortcut, 'code' | 'ctrl' | 'alt' | 'shift'>): string[] => [
  ...(ctrl === true ? ['Ctrl'] : []),
  ...(alt === true ? ['Alt'] : []),
  ...(shift === true ? ['Shift'] : []),
  CODE_NAMES[code] ?? code.replace(/^(Key|Digit)/, ''),
];
