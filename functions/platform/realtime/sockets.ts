import * as z from 'zod';
import { dynamodb, type StoredRow, tableName } from '../aws/dynamodb.ts';
import { systemClock, toInstant } from '../clock.ts';
import type { Row } from '../table/define-entity.ts';
import { FRAME_FORMS, Socket, SocketOwner, StartingPage } from '../table/entities/users.ts';
import { conditionOf } from '../table/expressions.ts';
import { keys } from '../table/keys.ts';
import { entityOf } from '../table/pack-fields.ts';
import { currentFields } from '../table/parse-row.ts';
import { globalTable, type Page, type Table } from '../table/table.ts';
import { writeBatch } from '../table/write-batch.ts';
import { closeSocket } from './close-socket.ts';

/**
 * Lifetime of a WebSocket connection's row: a little longer than the two hours after which API Gateway closes the
 * connection.
 */
export const SOCKET_LIFE_MS = (2 * 60 + 10) * 60 * 1000;

/**
 * Time limit for opening a WebSocket connection. API Gateway waits at most 29 s for `$connect`, so a later one never
 * opens.
 */
export const OPENING_MAX_MS = 30_000;

const openSocketSchema = z.object({
  socketId: z.string(),
  userId: z.int(),
  /** When `$connect` accepted it. Its browser is reachable a moment later. */
  rowCreatedAt: z.string(),
  sessionId: z.string(),
  sessionVersion: z.int(),
  rooms: z.array(z.string()).default([]),
  frames: z.enum(FRAME_FORMS).default('single'),
});
type SocketRow = Row<typeof Socket>;
export type OpenSocket = z.infer<typeof openSocketSchema>;

const waitingPageSchema = z.object({ userId: z.int(), page: z.string() });
/** A page that has started to fetch and has no WebSocket connection yet. */
export type WaitingPage = z.infer<typeof waitingPageSchema>;

/**
 * Returns a company's open WebSocket connections, and the pages without a connection yet. The query is consistent: a
 * connection that opened before a change gets its event. It runs for every batch of changes, so it reads only the fields
 * in use. Rows outlive their expiry by days and are filtered here. In ascending order: see the key of
 * {@link StartingPage}.
 */
export const loadListeners = async (
  table: Table,
): Promise<{ sockets: OpenSocket[]; pages: WaitingPage[] }> => {
  const { pk } = table.keyOf(Socket, { userId: 0, socketId: '' });
  const isOpen = conditionOf(Socket, { expiresAt: { above: toInstant(systemClock.now()) } });
  const sockets: OpenSocket[] = [];
  const pages: WaitingPage[] = [];
  let start: StoredRow | undefined;
  do {
    const answer = await dynamodb().query({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: isOpen.expression,
      ProjectionExpression: '#entity, #schema, #fields, #page',
      ExpressionAttributeNames: {
        '#entity': '_e',
        '#schema': '_s',
        '#fields': '_d',
        '#page': 'page',
        ...isOpen.names,
      },
      ExpressionAttributeValues: { ':pk': pk, ...isOpen.values },
      ConsistentRead: true,
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    });
    for (const item of answer.Items ?? []) {
      if (entityOf(item) === StartingPage.name)
        pages.push(waitingPageSchema.parse(currentFields(StartingPage, item)));
      else sockets.push(openSocketSchema.parse(currentFields(Socket, item)));
    }
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
  return { sockets, pages };
};

/** Returns a company's open WebSocket connections. */
export const loadSockets = async (table: Table): Promise<OpenSocket[]> =>
  (await loadListeners(table)).sockets;

/** WebSocket connections that a page of the index has: 85 keys cost a read unit. */
const LISTENING_PAGE = 1_000;

/**
 * Returns the ids of the companies that have a WebSocket connection. A company whose connections have expired may be among
 * them for some days, until its rows are deleted. The index may be some milliseconds late: a browser that has just opened
 * fetches what it shows.
 */
export const loadListeningCompanies = async (): Promise<number[]> => {
  const companies = new Set<number>();
  const { pk } = keys.global.listeningSocket({ companyId: 0, socketId: '' });
  let after: string | undefined;
  do {
    const { rows, next }: Page<string> = await globalTable.queryKeys({
      index: 'g5',
      pk,
      limit: LISTENING_PAGE,
      ...(after === undefined ? {} : { after }),
    });
    for (const sk of rows) companies.add(Number(sk.slice(0, sk.indexOf('#'))));
    after = next;
  } while (after !== undefined);
  return [...companies];
};

/**
 * Maximum of a user's WebSocket connections, more than a user has tabs. Each adds cost to every change that is
 * published to the company.
 */
export const MAX_USER_SOCKETS = 20;
const USER_SOCKETS_PAGE = 100;

/** Returns all of a user's WebSocket connections. One consistent query; one more for each further 100. */
export const loadUserSockets = async (table: Table, userId: number): Promise<SocketRow[]> => {
  const { pk, sk } = keys.socket({ userId, socketId: '' });
  const sockets: SocketRow[] = [];
  let after: string | undefined;
  do {
    const page: Page<SocketRow> = await table.query(Socket, {
      pk,
      prefix: sk,
      limit: USER_SOCKETS_PAGE,
      consistent: true,
      ...(after === undefined ? {} : { after }),
    });
    sockets.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return sockets;
};

/**
 * Returns the user's oldest WebSocket connections above the limit. All who look at the same connections find the same
 * ones, also for connections that opened in the same millisecond.
 */
const surplusOf = <T extends Pick<SocketRow, 'rowCreatedAt' | 'socketId'>>(sockets: readonly T[]): T[] => {
  const ageOf = ({ rowCreatedAt, socketId }: T): string => `${rowCreatedAt} ${socketId}`;
  return sockets
    .toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
    .slice(0, Math.max(0, sockets.length - MAX_USER_SOCKETS));
};

/** The key fields of a WebSocket connection's rows. */
export type SocketRef = Pick<OpenSocket, 'socketId' | 'userId'>;

/** Deletes the rows of WebSocket connections that are gone. */
export const removeSockets = (table: Table, sockets: readonly SocketRef[]): Promise<void> =>
  writeBatch(
    sockets.flatMap(({ socketId, userId }) => [
      table.delete(Socket, { userId, socketId }),
      globalTable.delete(SocketOwner, { socketId }),
    ]),
  );

/** Closes WebSocket connections. Deletes the rows first, so that no more events are sent even if closing fails. */
export const endSockets = async (table: Table, sockets: readonly SocketRef[]): Promise<void> => {
  if (sockets.length === 0) return;
  await removeSockets(table, sockets);
  await Promise.all(sockets.map(({ socketId }) => closeSocket(socketId)));
};

/**
 * Closes a user's WebSocket connections above the limit. To be called after a connection's row is written: of many
 * that open at once, the last one to look sees the rows of all, so the limit holds when all of them have looked.
 * @returns whether the connection itself may open
 */
export const closeSurplus = async (
  table: Table,
  { userId, socketId }: SocketRef,
  nowMs: number,
): Promise<boolean> => {
  const sockets = await loadUserSockets(table, userId);
  const surplus = surplusOf(sockets);
  const others = surplus.filter((socket) => socket.socketId !== socketId);
  await removeSockets(table, surplus);
  const opensAfter = toInstant(nowMs - OPENING_MAX_MS);
  await Promise.all(
    others.map((other) => closeSocket(other.socketId, { mayBeOpening: other.rowCreatedAt > opensAfter })),
  );
  // Its row is also gone if another opening has found it to be above the limit.
  return sockets.some((socket) => socket.socketId === socketId) && others.length === surplus.length;
};

/** Closes the WebSocket connections of a company that `isMeant` selects, and returns their number. */
export const closeSockets = async (
  table: Table,
  isMeant: (socket: OpenSocket) => boolean,
): Promise<number> => {
  const meant = (await loadSockets(table)).filter(isMeant);
  await endSockets(table, meant);
  return meant.length;
};

/** Closes the WebSocket connections of ended sign-in sessions, as on logout (S-67). */
export const closeSessionsSockets = async (table: Table, sessionIds: ReadonlySet<string>): Promise<void> => {
  await closeSockets(table, (socket) => sessionIds.has(socket.sessionId));
};

/**
 * Closes the WebSocket connections of a user's ended sign-in sessions: after lost rights, a changed password, a
 * deleted account, or a sign-in elsewhere, whose WebSocket connection may already be open.
 * @param sessionVersion version of the sign-in sessions that stay valid; undefined if none does
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
