import { commit, WriteConflict, type WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Connection, Lease, WhatsappAuth } from '@prosa/functions/platform/table/entities/connections.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable, openTable } from '@prosa/functions/platform/table/table.ts';
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

const fenced = async (ref: ConnectionRef, epoch: number, items: readonly WriteItem[]): Promise<void> => {
  const check = openTable(ref.companyId).check(Lease, { connectionId: ref.connectionId }, { epoch });
  try {
    await commit([check, ...items]);
  } catch (error) {
    if (error instanceof WriteConflict && error.failedOn(Lease)) throw new LeaseLost(ref);
    throw error;
  }
};

const toItem = (ref: ConnectionRef, { name, sealed }: FencedChange): WriteItem => {
  const table = openTable(ref.companyId);
  return sealed === undefined
    ? table.delete(WhatsappAuth, { connectionId: ref.connectionId, name })
    : table.put(WhatsappAuth, { ...ref, name, sealed }, 'any');
};

/** The host's rows in the one table. */
export const tableStore: SessionStore = {
  async startedConnections(shard) {
    const { pk } = keys.global.sessionShard({ shard, companyId: 0, id: 0 });
    const page = await globalTable.query(Connection, {
      pk,
      index: 'g1',
      limit: MAX_CONNECTIONS,
      maxExamined: MAX_CONNECTIONS,
    });
    // The index may lag: one that was stopped or removed a moment ago must not come to life again.
    const rows = await Promise.all(
      page.rows.map(({ companyId, id }) =>
        openTable(companyId).get(Connection, { id }, { consistent: true }),
      ),
    );
    return rows.flatMap((row) =>
      row?.started === true ? [{ companyId: row.companyId, connectionId: row.id }] : [],
    );
  },

  async readLease(ref) {
    const row = await openTable(ref.companyId).get(
      Lease,
      { connectionId: ref.connectionId },
      { consistent: true },
    );
    return row === undefined ? undefined : toLease(row);
  },

  async putLease(ref, lease, expected) {
    const write = openTable(ref.companyId).put(Lease, { ...ref, ...lease }, expected ?? 'absent');
    try {
      await commit([write]);
    } catch (error) {
      if (error instanceof WriteConflict) return undefined;
      throw error;
    }
    return { ...lease, version: (expected ?? 0) + 1 };
  },

  async readAuth(ref, names) {
    const rows = await openTable(ref.companyId).getMany(
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

  async wipeAuth(ref, epoch) {
    const table = openTable(ref.companyId);
    const { pk } = keys.whatsappAuth({ connectionId: ref.connectionId, name: '' });
    for (;;) {
      const page = await table.query(WhatsappAuth, {
        pk,
        prefix: AUTH_PREFIX,
        limit: MAX_FENCED_CHANGES,
        consistent: true,
      });
      if (page.rows.length === 0) return;
      const deletions = page.rows.map(({ name }) =>
        table.delete(WhatsappAuth, { connectionId: ref.connectionId, name }),
      );
      await fenced(ref, epoch, deletions);
    }
  },
};

const toLease = ({ owner, epoch, until, version }: StoredLease): StoredLease => ({
  owner,
  epoch,
  until,
  version,
});
