import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { channelOf } from './channels.ts';

/**
 * Returns the connection over which the numbers of a list are checked: the chosen one, or the company's default if
 * none is chosen or it was removed. Undefined if its channel cannot check numbers.
 */
export const checkingConnection = <C extends DirectoryConnection>(
  connections: ReadonlyMap<number, C>,
  chosenId: number | null,
): C | undefined => {
  const chosen = chosenId === null ? undefined : connections.get(chosenId);
  const connection = chosen ?? [...connections.values()].find(({ isDefault }) => isDefault);
  return connection !== undefined && channelOf(connection).capabilities.checksNumbers
    ? connection
    : undefined;
};
