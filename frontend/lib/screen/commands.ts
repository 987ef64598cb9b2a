import { type ReactNode, useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';

/** A command of the command palette. */
export interface Command {
  id: string;
  label: string;
  group: string;
  icon?: ReactNode;
  /** Further search words. */
  keywords?: string;
  /** Whether it is listed before the commands of the whole app, because it belongs to what the user looks at. */
  isFirst?: boolean;
  run: () => void;
}

export const commandStore = createStore<{ groups: ReadonlyMap<symbol, readonly Command[]>; open: boolean }>(
  () => ({
    groups: new Map(),
    open: false,
  }),
);

export const openCommandPalette = (): void => commandStore.setState({ open: true });

/** Registers commands while mounted. */
export const useCommands = (commands: readonly Command[]): void => {
  const latest = useRef(commands);
  const id = useRef(Symbol('commands'));
  const shape = commands.map((command) => `${command.id}:${command.label}`).join('|');
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const key = id.current;
    const stable =
      shape === ''
        ? []
        : latest.current.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() }));
    commandStore.setState(({ groups }) => ({ groups: new Map(groups).set(key, stable) }));
    return () =>
      commandStore.setState(({ groups }) => {
        const rest = new Map(groups);
        rest.delete(key);
        return { groups: rest };
      });
  }, [shape]);
};
