import * as z from 'zod';
import { dynamodb, type StoredRow, tableName } from '../aws/dynamodb.ts';
import { systemClock, toInstant } from '../clock.ts';
import { Socket, SocketOwner } from '../table/entities/users.ts';
import { conditionOf } from '../table/expressions.ts';
import { currentFields, globalTable, type Table } from '../table/table.ts';
import { writeBatch } from '../table/write-batch.ts';
import { closeSocket } from './close-socket.ts';

/** API Gateway ends a socket after two hours; its row may live a little longer. */
export const SOCKET_LIFE_MS = (2 * 60 + 10) * 60 * 1000;

const openSocketSchema = z.object({
  socketId: z.string(),
  userId: z.int(),
  sessionId: z.string(),
  rooms: z.array(z.string()).default([]),
  batch: z.boolean().default(false),
});
export type OpenSocket = z.infer<typeof openSocketSchema>;

/**
 * A company's open sockets: a consistent query, so that none that was opened before a change misses it. It runs for
 * every batch of changes, so it asks for no more of the rows than is used. Rows outlive their time by days and are
 * filtered here.
 */
export const loadSockets = async (table: Table): Promise<OpenSocket[]> => {
  const { pk } = table.keyOf(Socket, { socketId: '' });
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
  table: Table,
  isMeant: (socket: OpenSocket) => boolean,
): Promise<number> => {
  const ids = (await loadSockets(table)).filter(isMeant).map((socket) => socket.socketId);
  if (ids.length === 0) return 0;
  // Rows first: nothing is sent to a socket from here on, whether or not it can be closed.
  await removeSockets(table, ids);
  await Promise.all(ids.map(closeSocket));
  return ids.length;
};

/** Ends the live channels of one session, as logging out does (S-67). */
export const closeSessionSockets = async (table: Table, sessionId: string): Promise<void> => {
  await closeSockets(table, (socket) => socket.sessionId === sessionId);
};

/** Ends the live channels of all sessions of a user: rights were taken, the password changed, the account is gone. */
export const closeUserSockets = async (table: Table, userId: number): Promise<void> => {
  await closeSockets(table, (socket) => socket.userId === userId);
};
