import * as z from 'zod';
import { dynamodb, type StoredRow, tableName } from '../aws/dynamodb.ts';
import { systemClock, toInstant } from '../clock.ts';
import type { Row } from '../table/define-entity.ts';
import { FRAME_FORMS, Socket, SocketOwner } from '../table/entities/users.ts';
import { conditionOf } from '../table/expressions.ts';
import { keys } from '../table/keys.ts';
import { currentFields } from '../table/parse-row.ts';
import { globalTable, type Table } from '../table/table.ts';
import { writeBatch } from '../table/write-batch.ts';
import { closeSocket } from './close-socket.ts';

/** API Gateway ends a socket after two hours; its row may live a little longer. */
export const SOCKET_LIFE_MS = (2 * 60 + 10) * 60 * 1000;

/** After this long a socket is open or never will be: API Gateway's longest wait for `$connect` is 29 s. */
export const OPENING_MAX_MS = 30_000;

const openSocketSchema = z.object({
  socketId: z.string(),
  userId: z.int(),
  /** When `$connect` let it in. Its browser can be sent to a moment later. */
  rowCreatedAt: z.string(),
  sessionId: z.string(),
  sessionVersion: z.int(),
  rooms: z.array(z.string()).default([]),
  frames: z.enum(FRAME_FORMS).default('single'),
});
type SocketRow = Row<typeof Socket>;
export type OpenSocket = z.infer<typeof openSocketSchema>;

/**
 * A company's open sockets: a consistent query, so that none that was opened before a change misses it. It runs for
 * every batch of changes, so it asks for no more of the rows than is used. Rows outlive their time by days and are
 * filtered here.
 */
export const loadSockets = async (table: Table): Promise<OpenSocket[]> => {
  const { pk } = table.keyOf(Socket, { userId: 0, socketId: '' });
  const isOpen = conditionOf(Socket, { expiresAt: { above: toInstant(systemClock.now()) } });
  const sockets: OpenSocket[] = [];
  let start: StoredRow | undefined;
  do {
    const answer = await dynamodb().query({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: isOpen.expression,
      ProjectionExpression: '#schema, #fields',
      ExpressionAttributeNames: { '#schema': '_s', '#fields': '_d', ...isOpen.names },
      ExpressionAttributeValues: { ':pk': pk, ...isOpen.values },
      ConsistentRead: true,
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    });
    for (const item of answer.Items ?? []) sockets.push(openSocketSchema.parse(currentFields(Socket, item)));
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
  return sockets;
};

/** More than anybody has tabs; each costs everybody of the company who hears of a change. */
export const MAX_USER_SOCKETS = 20;
/** So many at most are looked at and ended by an opening; those that race with it end with the next. */
const USER_SOCKETS_READ = 5 * MAX_USER_SOCKETS;

/** A user's sockets: one consistent query. */
export const loadUserSockets = async (table: Table, userId: number): Promise<SocketRow[]> => {
  const { pk, sk } = keys.socket({ userId, socketId: '' });
  const { rows } = await table.query(Socket, {
    pk,
    prefix: sk,
    limit: USER_SOCKETS_READ,
    consistent: true,
  });
  return rows;
};

/** Those of a user's sockets that are too many once he opens another: the oldest. */
export const surplusOf = (open: readonly SocketRow[]): SocketRow[] =>
  open
    .toSorted((a, b) => (a.rowCreatedAt < b.rowCreatedAt ? -1 : 1))
    .slice(0, Math.max(0, open.length + 1 - MAX_USER_SOCKETS));

/** The key fields of a WebSocket connection's rows. */
export type SocketRef = Pick<OpenSocket, 'socketId' | 'userId'>;

/** Forgets sockets that are gone. */
export const removeSockets = (table: Table, sockets: readonly SocketRef[]): Promise<void> =>
  writeBatch(
    sockets.flatMap(({ socketId, userId }) => [
      table.delete(Socket, { userId, socketId }),
      globalTable.delete(SocketOwner, { socketId }),
    ]),
  );

/** Ends sockets. Rows first: nothing is sent to one from here on, whether or not it can be closed. */
export const endSockets = async (table: Table, sockets: readonly SocketRef[]): Promise<void> => {
  if (sockets.length === 0) return;
  await removeSockets(table, sockets);
  await Promise.all(sockets.map(({ socketId }) => closeSocket(socketId)));
};

/** Ends the sockets of a company that `isMeant` picks, and tells how many. */
export const closeSockets = async (
  table: Table,
  isMeant: (socket: OpenSocket) => boolean,
): Promise<number> => {
  const meant = (await loadSockets(table)).filter(isMeant);
  await endSockets(table, meant);
  return meant.length;
};

/** Ends the live channels of one session, as logging out does (S-67). */
export const closeSessionSockets = async (table: Table, sessionId: string): Promise<void> => {
  await closeSockets(table, (socket) => socket.sessionId === sessionId);
};

/**
 * Ends the live channels of a user's ended sessions: rights were taken, the password changed, the account is gone, or the
 * user signed in elsewhere, whose channel may already be open.
 * @param sessionVersion of the sessions that go on; undefined where none does
 */
export const closeUserSockets = async (
  table: Table,
  userId: number,
  sessionVersion: number | undefined,
): Promise<void> => {
  await closeSockets(
    table,
    (socket) =>
      socket.userId === userId && (sessionVersion === undefined || socket.sessionVersion < sessionVersion),
  );
};
