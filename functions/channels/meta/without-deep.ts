import { isDeeperThan } from '../../domain/nested-json.ts';

/** S-36. An update has ten levels at most. */
const MAX_LEVELS = 20;
/** Levels of a delivery down to its updates; an old message of a phone lies on the eleventh. */
const FRAME_LEVELS = 12;
/** The lists whose entries are independent of each other. */
export const UPDATE_LISTS: ReadonlySet<string> = new Set([
  'entry',
  'changes',
  'messaging',
  'standby',
  'contacts',
  'messages',
  'message_echoes',
  'statuses',
  'user_id_update',
  'user_preferences',
  'state_sync',
  'history',
  'threads',
  'errors',
]);

/**
 * Returns a delivery without the updates that are nested too deeply, and these: of the update lists around a deep value,
 * only the entry of the innermost one is taken out. Code that recurses may then read the rest.
 */
export const withoutDeep = (delivery: unknown): { shallow: unknown; deep: unknown[] } => {
  const deep: unknown[] = [];
  /** Returns undefined for a value that is too deep itself. */
  const sift = (value: unknown, level: number, name = ''): { kept: unknown } | undefined => {
    if (!isDeeperThan(value, MAX_LEVELS)) return { kept: value };
    if (level === FRAME_LEVELS || typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) {
      if (!UPDATE_LISTS.has(name)) return undefined;
      const kept = value.flatMap((entry) => {
        const sifted = sift(entry, level + 1);
        if (sifted === undefined) deep.push(entry);
        return sifted === undefined ? [] : [sifted.kept];
      });
      return { kept };
    }
    const fields: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) {
      const sifted = sift(field, level + 1, name);
      if (sifted === undefined) return undefined;
      fields.push([name, sifted.kept]);
    }
    return { kept: Object.fromEntries(fields) };
  };
  const sifted = sift(delivery, 0);
  if (sifted !== undefined) return { shallow: sifted.kept, deep };
  return { shallow: undefined, deep: [delivery] };
};
