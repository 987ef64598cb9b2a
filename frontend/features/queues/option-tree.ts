import type { ChatbotOption } from '@prosa/shared/entities/queue.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { OPTION_DEPTH_MAX, OPTIONS_MAX } from '@prosa/shared/rules/option-tree.ts';

/** A queue's options while they are edited; new options have ids made in the browser until they are saved. */
export type Tree = readonly ChatbotOption[];

/** A position of an option: its parent, and its index there. */
export interface Place {
  parentId: string | null;
  index: number;
}

/** An option with its position. */
export interface Row extends Place {
  option: ChatbotOption;
  /** Level in the tree; 1 is the first level. */
  level: number;
  /** Displayed number, counted from 1: `2.1.3`. */
  number: string;
  /** Number of options with the same parent, including this one. */
  siblings: number;
}

/** Returns all options from top to bottom, with their positions. */
export const rowsOf = (tree: Tree): Row[] => {
  const walk = (options: Tree, parentId: string | null, level: number, prefix: string): Row[] =>
    options.flatMap((option, index) => {
      const number = `${prefix}${index + 1}`;
      const row = { option, parentId, index, level, number, siblings: options.length };
      return [row, ...walk(option.options, option.id, level + 1, `${number}.`)];
    });
  return walk(tree, null, 1, '');
};

/** Returns the visible rows, without descendants of closed options. */
export const openRows = (rows: readonly Row[], closed: ReadonlySet<string>): Row[] => {
  const hidden = new Set<string>();
  return rows.filter(({ option, parentId }) => {
    const isHidden = parentId !== null && (hidden.has(parentId) || closed.has(parentId));
    if (isHidden) hidden.add(option.id);
    return !isHidden;
  });
};

/**
 * Returns the options whose name or message contains the search text, together with their ancestors for orientation.
 */
export const rowsWith = (rows: readonly Row[], words: string): { rows: Row[]; found: Set<string> } => {
  const wanted = normalizeForSearch(words);
  const found = new Set(
    rows
      .filter(({ option }) =>
        normalizeForSearch(`${option.name}\n${option.greetingMessage}`).includes(wanted),
      )
      .map(({ option }) => option.id),
  );
  const shown = new Set<string>();
  for (const { option, parentId } of rows.toReversed()) {
    if (!found.has(option.id) && !shown.has(option.id)) continue;
    shown.add(option.id);
    if (parentId !== null) shown.add(parentId);
  }
  return { rows: rows.filter(({ option }) => shown.has(option.id)), found };
};

/** Returns the ids of an option's ancestors, nearest first. */
export const above = (rows: readonly Row[], id: string): string[] => {
  const parentOf = new Map(rows.map(({ option, parentId }) => [option.id, parentId]));
  const ids: string[] = [];
  for (let at = parentOf.get(id) ?? null; at !== null; at = parentOf.get(at) ?? null) ids.push(at);
  return ids;
};

export const sizeOf = (option: ChatbotOption): number =>
  option.options.reduce((sum, child) => sum + sizeOf(child), 1);
const heightOf = (option: ChatbotOption): number => 1 + Math.max(0, ...option.options.map(heightOf));
const has = (option: ChatbotOption, id: string): boolean =>
  option.id === id || option.options.some((child) => has(child, id));

/** Copies only changed branches, so that the other rows do not re-render. */
const mapBranch = (
  tree: Tree,
  id: string,
  change: (option: ChatbotOption) => ChatbotOption,
): ChatbotOption[] =>
  tree.map((option) => {
    if (option.id === id) return change(option);
    return option.options.length > 0 && has(option, id)
      ? { ...option, options: mapBranch(option.options, id, change) }
      : option;
  });

/** Returns the tree with changed fields of an option. */
export const patchOption = (
  tree: Tree,
  id: string,
  fields: Partial<Omit<ChatbotOption, 'id' | 'options'>>,
): Tree => mapBranch(tree, id, (option) => ({ ...option, ...fields }));

/** Returns the tree with an option and its descendants inserted at a position. */
export const insertOption = (tree: Tree, { parentId, index }: Place, option: ChatbotOption): Tree => {
  const into = (level: Tree): ChatbotOption[] => level.toSpliced(index, 0, option);
  return parentId === null
    ? into(tree)
    : mapBranch(tree, parentId, (parent) => ({ ...parent, options: into(parent.options) }));
};

/** Returns the tree without an option and its descendants. */
export const removeOption = (tree: Tree, id: string): Tree =>
  tree
    .filter((option) => option.id !== id)
    .map((option) =>
      has(option, id) ? { ...option, options: [...removeOption(option.options, id)] } : option,
    );

/** Whether an option can offer sub-options: an option with another target cannot. */
const takesOptions = ({ queueType }: ChatbotOption): boolean => queueType === 'text';

/**
 * Whether an option may be moved to a position: not below itself, only below an option that offers sub-options, and
 * not beyond the maximum depth.
 */
export const mayMove = (tree: Tree, id: string, { parentId }: Pick<Place, 'parentId'>): boolean => {
  const rows = rowsOf(tree);
  const moved = rows.find(({ option }) => option.id === id);
  if (moved === undefined) return false;
  if (parentId === null || parentId === moved.parentId) return true;
  const parent = rows.find(({ option }) => option.id === parentId);
  return (
    parent !== undefined &&
    !has(moved.option, parentId) &&
    takesOptions(parent.option) &&
    parent.level + heightOf(moved.option) <= OPTION_DEPTH_MAX
  );
};

/**
 * Returns the tree with an option moved to a position; the same tree when the move is not allowed.
 * @param to `index` counts the positions there before the option was removed from its old position
 */
export const moveOption = (tree: Tree, id: string, to: Place): Tree => {
  const moved = rowsOf(tree).find(({ option }) => option.id === id);
  if (moved === undefined || !mayMove(tree, id, to)) return tree;
  const fromBefore = moved.parentId === to.parentId && moved.index < to.index;
  const index = fromBefore ? to.index - 1 : to.index;
  if (moved.parentId === to.parentId && moved.index === index) return tree;
  return insertOption(removeOption(tree, id), { parentId: to.parentId, index }, moved.option);
};

export const STEPS = ['up', 'down', 'in', 'out'] as const;
export type Step = (typeof STEPS)[number];

/** Returns the position after a step: past its neighbour, below the previous option, or out to after its parent. */
export const stepPlace = (tree: Tree, id: string, step: Step): Place | undefined => {
  const rows = rowsOf(tree);
  const row = rows.find(({ option }) => option.id === id);
  if (row === undefined) return undefined;
  const { parentId, index, siblings } = row;
  const placeOf: Record<Step, () => Place | undefined> = {
    up: () => (index === 0 ? undefined : { parentId, index: index - 1 }),
    down: () => (index === siblings - 1 ? undefined : { parentId, index: index + 2 }),
    in: () => {
      const before = rows.find((other) => other.parentId === parentId && other.index === index - 1)?.option;
      return before === undefined ? undefined : { parentId: before.id, index: before.options.length };
    },
    out: () => {
      const parent = rows.find(({ option }) => option.id === parentId);
      return parent === undefined ? undefined : { parentId: parent.parentId, index: parent.index + 1 };
    },
  };
  const place = placeOf[step]();
  return place !== undefined && mayMove(tree, id, place) ? place : undefined;
};

/** Returns a copy of an option and its descendants, with new ids. */
export const copyOption = (option: ChatbotOption, makeId: () => string): ChatbotOption => ({
  ...option,
  id: makeId(),
  options: option.options.map((child) => copyOption(child, makeId)),
});

/** Whether the tree has room for this many more options. */
export const hasRoom = (tree: Tree, more: number): boolean => rowsOf(tree).length + more <= OPTIONS_MAX;

/** Whether an option may get sub-options: it offers some, and the maximum depth allows it. */
export const mayHaveBelow = ({ option, level }: Row): boolean =>
  takesOptions(option) && level < OPTION_DEPTH_MAX;

export const newOption = (id: string): ChatbotOption => ({
  id,
  name: '',
  greetingMessage: '',
  queueType: 'text',
  closeTicket: false,
  optQueueId: null,
  optUserId: null,
  optIntegrationId: null,
  optFileId: null,
  options: [],
});

/** Returns the errors of options, by id and field, from a form's errors of the whole tree. */
export const problemsOf = (tree: Tree, errors: unknown): Map<string, Record<string, string>> => {
  const found = new Map<string, Record<string, string>>();
  const at = (node: unknown, key: string | number): unknown =>
    typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
  const walk = (options: Tree, node: unknown): void => {
    options.forEach((option, index) => {
      const own = at(node, index);
      if (own === undefined || own === null) return;
      const texts = Object.keys(option).flatMap((field) => {
        const text = field === 'options' ? undefined : at(at(own, field), 'message');
        return typeof text === 'string' ? [[field, text] as const] : [];
      });
      if (texts.length > 0) found.set(option.id, Object.fromEntries(texts));
      walk(option.options, at(own, 'options'));
    });
  };
  walk(tree, errors);
  return found;
};
