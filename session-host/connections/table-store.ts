import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { openForConnection } from '@prosa/functions/platform/connection-secrets.ts';
import { commit, WriteConflict, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import {
  Connection,
  ConnectionHealth,
  ConnectionPairing,
  Lease,
  PhoneContact,
  WhatsappAuth,
} from '@prosa/functions/platform/table/entities/connections.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable, openTable, type Table } from '@prosa/functions/platform/table/table.ts';
import {
  type ConnectionRef,
  type FencedChange,
  LeaseLost,
  MAX_FENCED_CHANGES,
  type SessionStore,
  type StoredLease,
} from './ports.ts';

/** A shard holds tens of connections; a page of this size is one call. */
const MAX_CONNECTIONS = 1000;
const AUTH_PREFIX = 'AUTH#';

/**
 * Returns the table of a connection's company. The connection comes from a command of our queue or the index of
 * sessions.
 */
export const tableOf = (ref: Pick<ConnectionRef, 'companyId'>): Table =>
  openTable(systemPrincipal('session-host', ref.companyId).companyId);

const fenced = async (ref: ConnectionRef, epoch: number, items: readonly WriteItem[]): Promise<void> => {
  const check = tableOf(ref).check(Lease, { connectionId: ref.connectionId }, { epoch });
  try {
    await commit([check, ...items]);
  } catch (error) {
    if (error instanceof WriteConflict && error.failedOn(Lease)) throw new LeaseLost(ref);
    throw error;
  }
};

const toItem = (ref: ConnectionRef, { name, sealed }: FencedChange): WriteItem => {
  const table = tableOf(ref);
  return sealed === undefined
    ? table.delete(WhatsappAuth, { connectionId: ref.connectionId, name })
    : table.put(WhatsappAuth, { ...ref, name, sealed }, 'any');
};

/** Deletes the phone's contacts together with its WhatsApp session. */
const forgetPeople = async (ref: ConnectionRef, epoch: number): Promise<void> => {
  const table = tableOf(ref);
  const { connectionId } = ref;
  const { pk } = keys.phoneContact({ connectionId, list: '', number: '' });
  for (;;) {
    const page = await table.query(PhoneContact, { pk, limit: MAX_FENCED_CHANGES, consistent: true });
    if (page.rows.length === 0) return;
    const deletions = page.rows.map(({ list, number }) =>
      table.delete(PhoneContact, { connectionId, list, number }),
    );
    await fenced(ref, epoch, deletions);
  }
};

/** The host's data, in the table. */
export const tableStore: SessionStore = {
  async startedConnections(shard) {
    const { pk } = keys.global.sessionShard({ shard, companyId: 0, id: 0 });
    const page = await globalTable.query(Connection, {
      pk,
      index: 'g1',
      limit: MAX_CONNECTIONS,
      maxExamined: MAX_CONNECTIONS,
    });
    // The index may be stale: a connection that was just stopped or removed must not be opened again.
    const rows = await Promise.all(
      page.rows.map((row) => tableOf(row).get(Connection, { id: row.id }, { consistent: true })),
    );
    return rows.flatMap((row) =>
      row?.started === true ? [{ companyId: row.companyId, connectionId: row.id }] : [],
    );
  },

  async readLease(ref) {
    const row = await tableOf(ref).get(Lease, { connectionId: ref.connectionId }, { consistent: true });
    return row === undefined ? undefined : toLease(row);
  },

  async putLease(ref, lease, expected) {
    const write = tableOf(ref).put(Lease, { ...ref, ...lease }, expected ?? 'absent');
    try {
      await commit([write]);
    } catch (error) {
      if (error instanceof WriteConflict) return undefined;
      throw error;
    }
    return { ...lease, version: (expected ?? 0) + 1 };
  },

  async readAuth(ref, names) {
    const rows = await tableOf(ref).getMany(
      WhatsappAuth,
      names.map((name) => ({ connectionId: ref.connectionId, name })),
      { consistent: true },
    );
    return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.name, row.sealed] as const])));
  },

  async write(ref, epoch, changes) {
    await fenced(
      ref,
      epoch,
      changes.map((change) => toItem(ref, change)),
    );
  },

  async answerPairing(ref, askedAt, answer) {
    const table = tableOf(ref);
    const asked = await table.get(
      ConnectionPairing,
      { connectionId: ref.connectionId },
      { consistent: true },
    );
    if (asked?.askedAt !== toInstant(askedAt)) return;
    try {
      await commit([table.put(ConnectionPairing, { ...asked, ...answer }, asked.version)]);
    } catch (error) {
      // Another pairing code was requested at the same moment.
      if (!(error instanceof WriteConflict)) throw error;
    }
  },

  async proxyOf({ companyId, connectionId }) {
    const row = await tableOf({ companyId }).get(Connection, { id: connectionId }, { consistent: true });
    const proxy = row?.proxy ?? null;
    return proxy === null
      ? undefined
      : openForConnection({ companyId, connectionId }, 'proxyUrl', proxy.sealed);
  },

  async writeHealth(health) {
    await commit([tableOf(health).put(ConnectionHealth, health, 'any')]);
  },

  async lastSeen({ companyId, connectionId }) {
    const row = await tableOf({ companyId }).get(ConnectionHealth, { connectionId }, { consistent: true });
    return row?.lastFrameAt == null ? undefined : Date.parse(row.lastFrameAt);
  },

  async wipeAuth(ref, epoch) {
    const table = tableOf(ref);
    const { pk } = keys.whatsappAuth({ connectionId: ref.connectionId, name: '' });
    for (;;) {
      const page = await table.query(WhatsappAuth, {
        pk,
        prefix: AUTH_PREFIX,
        limit: MAX_FENCED_CHANGES,
        consistent: true,
      });
      if (page.rows.length === 0) break;
      const deletions = page.rows.map(({ name }) =>
        table.delete(WhatsappAuth, { connectionId: ref.connectionId, name }),
      );
      await fenced(ref, epoch, deletions);
    }
    await forgetPeople(ref, epoch);
  },
};

const toLease = ({ owner, epoch, until, version }: StoredLease): StoredLease => ({
  owner,
  epoch,
  until,
  version,
});
