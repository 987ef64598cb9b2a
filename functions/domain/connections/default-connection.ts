import type { Connection } from '@prosa/shared/entities/connection.ts';

/**
 * The connection new conversations go out on. A company that has connections over which it may write first always has
 * exactly one; the functions here are given those alone.
 */
export interface DefaultDecision<T> {
  isDefault: boolean;
  /** Connections that stop being the default with it. */
  demoted: T[];
}

/**
 * Whether a saved connection becomes the default, and which one stops being it. The first becomes it whatever was asked.
 * @param wanted as asked; undefined keeps what is
 * @returns undefined where no default would be left
 */
export const decideDefault = <T extends Pick<Connection, 'id' | 'isDefault'>>(
  connections: Iterable<T>,
  ownId: number | null,
  wanted: boolean | undefined,
): DefaultDecision<T> | undefined => {
  const all = [...connections];
  const own = all.find((one) => one.id === ownId);
  const others = all.filter((one) => one.id !== ownId);
  const defaults = others.filter((one) => one.isDefault);
  if (wanted === false && own?.isDefault === true && defaults.length === 0) return undefined;
  const isDefault = defaults.length === 0 || (wanted ?? own?.isDefault ?? false);
  return { isDefault, demoted: isDefault ? defaults.map((one) => ({ ...one, isDefault: false })) : [] };
};

/** Whether a connection may go: the default one only as the last. */
export const mayRemove = (
  connections: Iterable<Pick<Connection, 'id'>>,
  own: Pick<Connection, 'id' | 'isDefault'>,
): boolean => !own.isDefault || [...connections].every((one) => one.id === own.id);
