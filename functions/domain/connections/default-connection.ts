import type { Connection } from '@prosa/shared/entities/connection.ts';

/**
 * Result of deciding about the default connection, which new conversations are sent from. A company always has
 * exactly one, if it has any connection that may send the first message. The functions here receive only such
 * connections.
 */
export interface DefaultDecision<T> {
  isDefault: boolean;
  /** Connections that stop being the default at the same time. */
  demoted: T[];
}

/**
 * Decides whether a saved connection becomes the default, and which connection stops being the default. The first
 * connection always becomes the default.
 * @param wanted the value in the request; undefined keeps the current value
 * @returns undefined if no default would be left
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

/** Whether a connection may be deleted: the default connection only if it is the last one. */
export const mayRemove = (
  connections: Iterable<Pick<Connection, 'id'>>,
  own: Pick<Connection, 'id' | 'isDefault'>,
): boolean => !own.isDefault || [...connections].every((one) => one.id === own.id);
