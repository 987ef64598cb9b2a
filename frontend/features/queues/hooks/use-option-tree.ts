import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';
import { useMemo, useState } from 'react';
import { get, useController, useFormContext } from 'react-hook-form';
import { useHistory } from '../../../lib/history/use-history.ts';
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

const makeId = (): string => crypto.randomUUID();

/** Returns a form field's option tree with the editor's operations. */
export const useOptionTree = (name: string) => {
  const { field } = useController({ name });
  const { errors } = useFormContext().formState;
  const history = useHistory<Tree>(() => field.value, field.onChange);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');

  const { present: tree, change: apply } = history;
  const rows = useMemo(() => rowsOf(tree), [tree]);
  const problems = useMemo(() => problemsOf(tree, get(errors, name)), [tree, errors, name]);
  const shown = useMemo(
    () => (words.trim() === '' ? { rows: openRows(rows, closed), found: null } : rowsWith(rows, words)),
    [rows, closed, words],
  );
  const chosen = rows.find(({ option }) => option.id === chosenId);

  const open = (ids: readonly string[]): void => {
    if (ids.some((id) => closed.has(id))) setClosed(new Set([...closed].filter((id) => !ids.includes(id))));
  };
  /** Selects an option and expands its ancestors. */
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
    /** @param topic consecutive changes with the same topic are undone together; null: undone alone */
    patch: (
      id: string,
      fields: Partial<Omit<ChatbotOption, 'id' | 'options'>>,
      topic: string | null = null,
    ) => apply(patchOption(tree, id, fields), topic),
    /** Adds an option after the selected one, or at the end of the first level; returns false when the tree is full. */
    add: (): boolean =>
      insert(
        chosen === undefined
          ? { parentId: null, index: tree.length }
          : { parentId: chosen.parentId, index: chosen.index + 1 },
        newOption(makeId()),
      ),
    /** Adds an option below another. */
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
    /** Moves an option by a step; returns whether that was possible. */
    step: (id: string, step: Step): boolean => {
      const place = stepPlace(tree, id, step);
      if (place === undefined) return false;
      apply(moveOption(tree, id, place));
      if (place.parentId !== null) open([place.parentId]);
      return true;
    },
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    undo: history.undo,
    redo: history.redo,
  };
};

export type OptionTree = ReturnType<typeof useOptionTree>;
