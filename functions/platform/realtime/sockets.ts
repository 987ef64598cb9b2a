import { systemClock } from '../clock.ts';
import type { Row } from '../table/define-entity.ts';
import { Socket, SocketOwner } from '../table/entities.ts';
import { keys } from '../table/keys.ts';
import { globalTable, openTable, parseRow, type Table } from '../table/table.ts';
import { writeBatch } from '../table/write-batch.ts';
import { closeSocket } from './close-socket.ts';

export type SocketRow = Row<typeof Socket>;

/** API Gateway ends a socket after two hours; its row may live a little longer. */
export const SOCKET_LIFE_MS = (2 * 60 + 10) * 60 * 1000;

/** A company's sockets: one consistent query. Rows outlive their time by days, so they are filtered here. */
export const loadSockets = async (table: Table): Promise<SocketRow[]> => {
  const now = systemClock.now();
  const raw = await table.queryAll(keys.socket({ socketId: '' }).pk, { consistent: true });
  return raw.map((item) => parseRow(Socket, item)).filter((socket) => Date.parse(socket.expiresAt) > now);
};

/** Forgets sockets that are gone. */
export const removeSockets = (table: Table, socketIds: readonly string[]): Promise<void> =>
  writeBatch(
    socketIds.flatMap((socketId) => [
      table.delete(Socket, { socketId }),
      globalTable.delete(SocketOwner, { socketId }),
    ]),
  );

/** Ends the sockets of a company that `isMeant` picks, and tells how many. */
export const closeSockets = async (
  companyId: number,
  isMeant: (socket: SocketRow) => boolean,
): Promise<number> => {
  const table = openTable(companyId);
  const ids = (await loadSockets(table)).filter(isMeant).map((socket) => socket.socketId);
  if (ids.length === 0) return 0;
  // Rows first: nothing is sent to a socket from here on, whether or not it can be closed.
  await removeSockets(table, ids);
  await Promise.all(ids.map(closeSocket));
  return ids.length;
};
