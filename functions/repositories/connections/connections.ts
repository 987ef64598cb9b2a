import {
  type Connection as ConnectionFields,
  directoryConnectionSchema,
} from '@prosa/shared/entities/connection.ts';
import { uniqueName } from '../../domain/comparable-value.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
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

/** A connection with its texts and hours. One consistent read, one unit for every 4 kB of them. */
export const loadConnection = (table: Table, id: number): Promise<ConnectionRow | undefined> =>
  table.get(Connection, { id }, { consistent: true });

/** A connection, its live side and the pairing code that was asked for last, as they are now. One consistent batch read. */
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
 * The live states of all connections, by the connection's id. One query: a unit for every 4 kB (some 15 states), half of
 * that where the answer may be a second old.
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
 * Returns whether a connection is up, as its session told last. One read of half a unit, a second old at most as a
 * rule; the session host decides for each command again.
 */
export const isConnected = async (table: Table, connectionId: number): Promise<boolean> =>
  (await table.get(ConnectionState, { connectionId }))?.status === 'CONNECTED';

/** All connections whole. One consistent query: a unit for every 4 kB of texts. */
export const loadConnections = async (table: Table): Promise<ConnectionRow[]> =>
  (await table.queryAll(keys.connection({ id: 0 }).pk, { consistent: true })).map((raw) =>
    parseRow(Connection, raw),
  );

/** How the accounts are doing, as last told. One query of half a unit for some twenty of them. */
export const loadConnectionHealth = async (table: Table): Promise<Row<typeof ConnectionHealth>[]> =>
  (await table.queryAll(keys.connectionHealth({ connectionId: 0 }).pk, { consistent: false })).map((raw) =>
    parseRow(ConnectionHealth, raw),
  );

/** Which connection a provider's account is: a page, an Instagram account or a phone number. One read of half a unit. */
export const findConnectionByAccount = (account: {
  channel: string;
  accountId: string;
}): Promise<Row<typeof ChannelRoute> | undefined> => globalTable.get(ChannelRoute, account);

/** Takes the marker of a value that goes and writes that of one that comes, which nobody may have. */
const movedItems = (
  values: { before: string; after: string },
  remove: (value: string) => WriteItem,
  write: (value: string) => WriteItem,
): WriteItem[] => {
  const { before, after } = values;
  if (before === after) return [];
  return [...(before === '' ? [] : [remove(before)]), ...(after === '' ? [] : [write(after)])];
};

/** How long a replaced token still opens its connection, so that its users can change over (S-26). */
const TOKEN_OVERLAP_MS = 24 * 60 * 60 * 1000;

/**
 * The rows that let a connection's token open it: a new one, and the one before for a day longer. They go with the
 * connection.
 * @param before its hash, empty where there was none; `after`: undefined where the connection goes
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
 * A connection as it appears, changes and goes: the whole of it, what the directory has, and the markers of its name, its
 * token and its provider's account. The one way in which connections are written; fails on `ChannelRoute` where
 * another connection, of whatever company, has the account.
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
  ];
};

/**
 * The end of a greeting's file that the connection no longer has: a little later, when no link to it opens any more.
 * @param after undefined where the connection goes
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
