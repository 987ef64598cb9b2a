import {
  type Connection as ConnectionFields,
  directoryConnectionSchema,
} from '@prosa/shared/entities/connection.ts';
import { uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  BusinessRoute,
  ChannelRoute,
  Connection,
  ConnectionHealth,
  ConnectionPairing,
  ConnectionState,
  ConnectionToken,
  DirectoryConnection,
} from '../../platform/table/entities/connections.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import { globalTable, type Table } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';
import { uniqueItems } from '../rows/unique-values.ts';

export type ConnectionRow = Row<typeof Connection>;

/** Returns a connection with its texts and hours. One consistent read, one unit for every 4 kB. */
export const loadConnection = (table: Table, id: number): Promise<ConnectionRow | undefined> =>
  table.get(Connection, { id }, { consistent: true });

/** Returns a connection, its current live state and its last requested pairing code. One consistent batch read. */
export const loadConnectionWithState = async (
  table: Table,
  id: number,
): Promise<{
  connection: ConnectionRow | undefined;
  state: Row<typeof ConnectionState> | undefined;
  pairing: Row<typeof ConnectionPairing> | undefined;
}> => {
  const [connection, state, pairing] = await table.getRaw(
    [
      table.keyOf(Connection, { id }),
      table.keyOf(ConnectionState, { connectionId: id }),
      table.keyOf(ConnectionPairing, { connectionId: id }),
    ],
    { consistent: true },
  );
  return {
    connection: connection === undefined ? undefined : parseRow(Connection, connection),
    state: state === undefined ? undefined : parseRow(ConnectionState, state),
    pairing: pairing === undefined ? undefined : parseRow(ConnectionPairing, pairing),
  };
};

/**
 * Returns the live states of all connections, by connection id. One query: a unit for every 4 kB (about 15 states),
 * half of that if the result may be a second old.
 */
export const loadConnectionStates = async (
  table: Table,
  { consistent }: { consistent: boolean },
): Promise<Map<number, Row<typeof ConnectionState>>> => {
  const rows = await table.queryAll(keys.connectionState({ connectionId: 0 }).pk, { consistent });
  return new Map(
    rows.map((raw) => {
      const state = parseRow(ConnectionState, raw);
      return [state.connectionId, state];
    }),
  );
};

/**
 * Whether a connection is connected, as last reported by its session host. One read of half a unit, usually at most a
 * second old; the session host checks again for each command.
 */
export const isConnected = async (table: Table, connectionId: number): Promise<boolean> =>
  (await table.get(ConnectionState, { connectionId }))?.status === 'CONNECTED';

/** Returns all full rows of connections. One consistent query: a unit for every 4 kB of texts. */
export const loadConnections = async (table: Table): Promise<ConnectionRow[]> =>
  (await table.queryAll(keys.connection({ id: 0 }).pk, { consistent: true })).map((raw) =>
    parseRow(Connection, raw),
  );

/** Returns the health of all connections as last reported. One query of half a unit for about twenty connections. */
export const loadConnectionHealth = async (table: Table): Promise<Row<typeof ConnectionHealth>[]> =>
  (await table.queryAll(keys.connectionHealth({ connectionId: 0 }).pk, { consistent: false })).map((raw) =>
    parseRow(ConnectionHealth, raw),
  );

/**
 * Returns the connection of a provider's account: a page, an Instagram account or a phone number. One read of half a
 * unit.
 */
export const findConnectionByAccount = (account: {
  channel: string;
  accountId: string;
}): Promise<Row<typeof ChannelRoute> | undefined> => globalTable.get(ChannelRoute, account);

/** Connections of a business that get its updates: many more than the numbers that Meta allows one. */
const BUSINESS_CONNECTIONS_MAX = 500;

/** Returns the connections of a provider's business, of all companies. One query of half a unit for about twenty. */
export const findConnectionsOfBusiness = async (business: {
  channel: string;
  businessId: string;
}): Promise<Row<typeof BusinessRoute>[]> => {
  const { pk } = keys.global.businessRoute({ ...business, companyId: 0, connectionId: 0 });
  return (await globalTable.query(BusinessRoute, { pk, limit: BUSINESS_CONNECTIONS_MAX })).rows;
};

/** Returns the write of the marker by which the updates of a connection's business find it. */
export const businessRouteItem = (
  { companyId, id: connectionId, channel, businessId }: ConnectionFields,
  nowMs: number,
): WriteItem =>
  globalTable.put(BusinessRoute, { channel, businessId, companyId, connectionId }, 'any', nowMs);

/** Returns the writes that delete the marker of an old value and create that of a new one, which must not exist yet. */
const movedItems = (
  values: { before: string; after: string },
  remove: (value: string) => WriteItem,
  write: (value: string) => WriteItem,
): WriteItem[] => {
  const { before, after } = values;
  if (before === after) return [];
  return [...(before === '' ? [] : [remove(before)]), ...(after === '' ? [] : [write(after)])];
};

/** How long a replaced token stays valid, so that API clients can change over (S-26). */
const TOKEN_OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the writes of a connection's API tokens: the new token, and the previous one for a day longer. They are
 * deleted with the connection.
 * @param before hash of the token before, empty if there was none; `after`: undefined if the connection is removed
 */
const tokenItems = (
  owner: { companyId: number; connectionId: number },
  before: string,
  after: string | undefined,
  nowMs: number,
): WriteItem[] => {
  if (before === after) return [];
  const row = (hash: string, validUntil: string | null) => ({ ...owner, hash, validUntil });
  const items: WriteItem[] = [];
  if (after !== undefined && after !== '')
    items.push(globalTable.put(ConnectionToken, row(after, null), 'absent', nowMs));
  if (before !== '') {
    items.push(
      after === undefined
        ? globalTable.delete(ConnectionToken, { hash: before })
        : globalTable.put(ConnectionToken, row(before, toInstant(nowMs + TOKEN_OVERLAP_MS)), 'any', nowMs),
    );
  }
  return items;
};

/**
 * Returns the writes that create, change or remove a connection: its full row, its brief form for the directory, and
 * the markers of its name, token, and provider's account and business. The only way to write connections. Fails on
 * `ChannelRoute` if another connection, of any company, has the account.
 * @param before as read; its version guards the write
 */
export const connectionItems = (
  table: Table,
  before: ConnectionRow | undefined,
  after: ConnectionFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const own = after ?? before;
  if (own === undefined) throw new Error('no connection');
  const { id, companyId, channel } = own;
  const owner = { companyId, connectionId: id };
  return [
    ...(after === undefined
      ? [table.delete(Connection, { id }, before?.version), table.delete(DirectoryConnection, { id })]
      : [
          table.put(
            Connection,
            { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
            before?.version ?? 'absent',
            nowMs,
          ),
          table.put(DirectoryConnection, directoryConnectionSchema.parse(after), 'any', nowMs),
        ]),
    ...uniqueItems(
      table,
      'connectionName',
      id,
      { ...(before && { before: uniqueName(before.name) }), ...(after && { after: uniqueName(after.name) }) },
      nowMs,
    ),
    ...tokenItems(owner, before?.tokenHash ?? '', after?.tokenHash, nowMs),
    ...movedItems(
      { before: before?.accountId ?? '', after: after?.accountId ?? '' },
      (accountId) => globalTable.delete(ChannelRoute, { channel, accountId }),
      (accountId) => globalTable.put(ChannelRoute, { channel, accountId, ...owner }, 'absent', nowMs),
    ),
    ...movedItems(
      { before: before?.businessId ?? '', after: after?.businessId ?? '' },
      (businessId) => globalTable.delete(BusinessRoute, { channel, businessId, ...owner }),
      () => businessRouteItem(own, nowMs),
    ),
  ];
};

/**
 * Returns the write that deletes a greeting's file which the connection no longer has: a little later, when all links
 * to it have expired.
 * @param after undefined if the connection is removed
 */
export const releasedMediaItems = (
  table: Table,
  before: ConnectionRow,
  after: Pick<ConnectionFields, 'greetingMediaAttachment'> | undefined,
  { ids, nowMs }: { ids: Ids; nowMs: number },
): WriteItem[] => {
  const released = before.greetingMediaAttachment?.key;
  if (released === undefined || released === after?.greetingMediaAttachment?.key) return [];
  const dueAt = nowMs + FILE_REMOVAL_AFTER_MS;
  return [setTimerItem(table, { kind: 'file-removal', subject: released, dueAt }, { ids, nowMs })];
};
