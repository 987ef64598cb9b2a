import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';
import { useMemo, useState } from 'react';
import { get, useController, useFormContext } from 'react-hook-form';
import {
  above,
  copyOption,
  hasRoom,
  insertOption,
  mayHaveBelow,
  moveOption,
  newOption,
  openRows,
  type Place,
  patchOption,
  problemsOf,
  removeOption,
  rowsOf,
  rowsWith,
  type Step,
  sizeOf,
  stepPlace,
  type Tree,
} from '../option-tree.ts';
import { change, type History, redo, startHistory, undo } from '../tree-history.ts';

const makeId = (): string => crypto.randomUUID();

/** A field of a form that holds an option tree, with what an editor does to it. */
export const useOptionTree = (name: string) => {
  const { field } = useController({ name });
  const { errors } = useFormContext().formState;
  const [history, setHistory] = useState<History>(() => startHistory(field.value));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');

  const tree = history.present;
  const rows = useMemo(() => rowsOf(tree), [tree]);
  const problems = useMemo(() => problemsOf(tree, get(errors, name)), [tree, errors, name]);
  const shown = useMemo(
    () => (words.trim() === '' ? { rows: openRows(rows, closed), found: null } : rowsWith(rows, words)),
    [rows, closed, words],
  );
  const chosen = rows.find(({ option }) => option.id === chosenId);

  const keep = (next: History): void => {
    if (next === history) return;
    setHistory(next);
    field.onChange(next.present);
  };
  const apply = (next: Tree, topic: string | null = null): void => keep(change(history, next, topic));
  const open = (ids: readonly string[]): void => {
    if (ids.some((id) => closed.has(id))) setClosed(new Set([...closed].filter((id) => !ids.includes(id))));
  };
  /** Chooses an option and opens what is above it. */
  const choose = (id: string | null): void => {
    setChosenId(id);
    if (id !== null) open(above(rows, id));
  };
  const insert = (place: Place, option: ChatbotOption): boolean => {
    if (!hasRoom(tree, sizeOf(option))) return false;
    apply(insertOption(tree, place, option));
    setWords('');
    setChosenId(option.id);
    if (place.parentId !== null) open([place.parentId, ...above(rows, place.parentId)]);
    return true;
  };

  return {
    tree,
    rows,
    shown,
    problems,
    chosen,
    choose,
    words,
    search: setWords,
    closed,
    toggle: (id: string) => {
      const next = new Set(closed);
      if (!next.delete(id)) next.add(id);
      setClosed(next);
    },
    openAll: () => setClosed(new Set()),
    closeAll: () =>
      setClosed(
        new Set(rows.filter(({ option }) => option.options.length > 0).map(({ option }) => option.id)),
      ),
    /** @param topic as of {@link change} */
    patch: (
      id: string,
      fields: Partial<Omit<ChatbotOption, 'id' | 'options'>>,
      topic: string | null = null,
    ) => apply(patchOption(tree, id, fields), topic),
    /** Behind the chosen option, or as the last of the first level; false where the tree is full. */
    add: (): boolean =>
      insert(
        chosen === undefined
          ? { parentId: null, index: tree.length }
          : { parentId: chosen.parentId, index: chosen.index + 1 },
        newOption(makeId()),
      ),
    /** Below an option. */
    addBelow: (id: string): boolean => {
      const row = rows.find(({ option }) => option.id === id);
      if (row === undefined || !mayHaveBelow(row)) return false;
      return insert({ parentId: id, index: row.option.options.length }, newOption(makeId()));
    },
    copy: (id: string): boolean => {
      const row = rows.find(({ option }) => option.id === id);
      if (row === undefined) return false;
      return insert({ parentId: row.parentId, index: row.index + 1 }, copyOption(row.option, makeId));
    },
    remove: (id: string) => {
      const at = rows.findIndex(({ option }) => option.id === id);
      const row = rows[at];
      if (row === undefined) return;
      const next = rows.find(({ parentId, index }) => parentId === row.parentId && index === row.index + 1);
      apply(removeOption(tree, id));
      setChosenId((next ?? rows[at - 1])?.option.id ?? null);
    },
    move: (id: string, to: Place) => {
      apply(moveOption(tree, id, to));
      if (to.parentId !== null) open([to.parentId, ...above(rows, to.parentId)]);
    },
    /** Whether it could. */
    step: (id: string, step: Step): boolean => {
      const place = stepPlace(tree, id, step);
      if (place === undefined) return false;
      apply(moveOption(tree, id, place));
      if (place.parentId !== null) open([place.parentId]);
      return true;
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => keep(undo(history)),
    redo: () => keep(redo(history)),
  };
};

export type OptionTree = ReturnType<typeof useOptionTree>;
