import {
  RECEIVERS_PER_ROW,
  type CampaignReceiver as ReceiverFields,
  type ReceiverState,
} from '@prosa/shared/entities/campaign.ts';
import { plannedReceiver, plannedRows, rowOfReceiver } from '../../domain/campaigns/plan-receivers.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  CampaignNumber,
  CampaignReceiver,
  PlannedReceivers,
} from '../../platform/table/entities/campaigns.ts';
import { keys, RECEIVERS_PER_BLOCK } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

/** A receiver. Its version is 0 until it has a row of its own. */
export type ReceiverRow = Row<typeof CampaignReceiver>;
export type CampaignNumberRow = Row<typeof CampaignNumber>;

export interface ReceiverKey {
  campaignId: number;
  position: number;
}

/** Receivers in the order of sending. */
interface ReceiversPage {
  rows: ReceiverRow[];
  /** The position where the next page begins; absent at the end. */
  next?: number;
}

/** Receivers at positions up to, not including, `to`. */
interface Range {
  campaignId: number;
  from: number;
  to: number;
}

/** Divides a range by partitions. */
const partitionsOf = ({ campaignId, from, to }: Range): Range[] => {
  const ranges: Range[] = [];
  for (let start = from; start < to; ) {
    const end = (Math.floor(start / RECEIVERS_PER_BLOCK) + 1) * RECEIVERS_PER_BLOCK;
    ranges.push({ campaignId, from: start, to: Math.min(end, to) });
    start = end;
  }
  return ranges;
};

/** Returns the receivers of a range that have rows of their own, by position. One query for each partition. */
export const loadOwnRows = async (
  table: Table,
  range: Range,
  options: { consistent: boolean },
): Promise<Map<number, ReceiverRow>> => {
  const raw = await Promise.all(
    partitionsOf(range).map(({ campaignId, from, to }) => {
      const { pk, sk: first } = keys.campaignReceiver({ campaignId, position: from });
      const { sk: last } = keys.campaignReceiver({ campaignId, position: to - 1 });
      return table.queryAll(pk, { ...options, between: { first, last } });
    }),
  );
  return new Map(
    raw.flat().map((stored) => {
      const row = parseRow(CampaignReceiver, stored);
      return [row.position, row] as const;
    }),
  );
};

/** Returns the key of the {@link PlannedReceivers} that has a receiver. */
const plannedKey = ({ campaignId, position }: ReceiverKey): { campaignId: number; row: number } => ({
  campaignId,
  row: rowOfReceiver(position),
});

/** Returns a receiver as it was planned; undefined if the row does not have it. */
const receiverIn = (
  row: Row<typeof PlannedReceivers> | undefined,
  position: number,
): ReceiverRow | undefined => {
  const receiver = row && plannedReceiver(row, position);
  if (row === undefined || receiver === undefined) return undefined;
  const { rowCreatedAt, rowUpdatedAt } = row;
  return { ...receiver, version: 0, rowCreatedAt, rowUpdatedAt };
};

/** Returns receivers as they were planned, by position, without those that no {@link PlannedReceivers} has. */
const loadPlanned = async (
  table: Table,
  all: readonly ReceiverKey[],
  options: { consistent: boolean },
): Promise<Map<number, ReceiverRow>> => {
  const wanted = new Map(all.map((key) => [rowOfReceiver(key.position), plannedKey(key)]));
  const rows = await table.getMany(PlannedReceivers, [...wanted.values()], options);
  const found = new Map([...wanted.keys()].map((row, index) => [row, rows[index]]));
  return new Map(
    all.flatMap(({ position }) => {
      const receiver = receiverIn(found.get(rowOfReceiver(position)), position);
      return receiver === undefined ? [] : [[position, receiver] as const];
    }),
  );
};

/**
 * Returns receivers of one campaign, without those that are not planned. A consistent read for each, and one for each
 * {@link PlannedReceivers} that has some of them.
 */
export const loadReceivers = async (table: Table, all: readonly ReceiverKey[]): Promise<ReceiverRow[]> => {
  const own = await table.getMany(CampaignReceiver, all, { consistent: true });
  const others = all.filter((_key, index) => own[index] === undefined);
  const planned = await loadPlanned(table, others, { consistent: true });
  return all.flatMap(({ position }, index) => own[index] ?? planned.get(position) ?? []);
};

/** Returns a receiver. One consistent read, two until it has a row of its own. */
export const loadReceiver = async (table: Table, key: ReceiverKey): Promise<ReceiverRow | undefined> =>
  (await loadReceivers(table, [key]))[0];

/**
 * Returns the receiver to which a campaign sends next. It rarely has a row of its own yet, so its own row and the planned
 * row are read together: one consistent batch read.
 */
export const loadReceiverAtTurn = async (
  table: Table,
  key: ReceiverKey,
): Promise<ReceiverRow | undefined> => {
  const [own, planned] = await table.getRaw(
    [table.keyOf(CampaignReceiver, key), table.keyOf(PlannedReceivers, plannedKey(key))],
    { consistent: true },
  );
  if (own !== undefined) return parseRow(CampaignReceiver, own);
  return receiverIn(planned && parseRow(PlannedReceivers, planned), key.position);
};

/**
 * Returns receivers from a position on, in the order of sending. For each thousand positions that the page touches, a
 * query, at one read unit for about 25 receivers with rows of their own, and a batch read, of a unit for about 50 of the
 * others; half as much if not consistent.
 */
export const receiversPage = async (
  table: Table,
  {
    campaignId,
    from,
    limit,
    consistent = false,
  }: {
    campaignId: number;
    from: number;
    limit: number;
    consistent?: boolean;
  },
): Promise<ReceiversPage> => {
  const rows: ReceiverRow[] = [];
  for (const range of partitionsOf({ campaignId, from, to: from + limit })) {
    const own = await loadOwnRows(table, range, { consistent });
    const all = Array.from({ length: range.to - range.from }, (_none, nth) => ({
      campaignId,
      position: range.from + nth,
    }));
    const others = all.filter(({ position }) => !own.has(position));
    const planned = await loadPlanned(table, others, { consistent });
    const found = all.flatMap(({ position }) => own.get(position) ?? planned.get(position) ?? []);
    rows.push(...found);
    // Positions have no gaps, so a page that is not full is the last one.
    if (found.length < all.length) return { rows };
  }
  return { rows, next: from + limit };
};

/** States in which receivers are in no index, see the entity. */
const UNINDEXED: ReadonlySet<ReceiverState> = new Set(['waiting', 'sending']);

/**
 * Returns receivers in a state, in the order of sending, as the index has them. A read unit for about 50. Receivers that
 * wait or are being sent to are in no index: `limit` rows are examined for them, so that a page may have fewer.
 * @param from the first position
 */
export const receiversByState = async (
  table: Table,
  {
    campaignId,
    state,
    from,
    limit,
  }: {
    campaignId: number;
    state: ReceiverState;
    from: number;
    limit: number;
  },
): Promise<ReceiversPage> => {
  if (UNINDEXED.has(state)) {
    const page = await receiversPage(table, { campaignId, from, limit });
    return { ...page, rows: page.rows.filter((row) => row.state === state) };
  }
  const page = await table.query(CampaignReceiver, {
    index: 'g1',
    pk: keys.campaignReceiverByState({ campaignId, state, position: 0 }).pk,
    ...(from === 0
      ? {}
      : { after: keys.campaignReceiverByState({ campaignId, state, position: from - 1 }).sk }),
    limit,
    lookAhead: true,
  });
  const last = page.rows.at(-1);
  return page.next === undefined || last === undefined
    ? { rows: page.rows }
    : { rows: page.rows, next: last.position + 1 };
};

/**
 * Returns the writes that append receivers to a plan: {@link PlannedReceivers}, and a row of its own for each receiver
 * who gets no message. Commit them together with the campaign's progress, because only its version detects another planner.
 * One consistent read if the plan ends in the middle of a row.
 * @param left rows of their own at these positions, which then stay: an earlier release wrote them before they were part of
 * the plan
 */
export const plannedItems = async (
  table: Table,
  receivers: readonly ReceiverFields[],
  left: ReadonlyMap<number, ReceiverRow>,
  nowMs: number,
): Promise<WriteItem[]> => {
  const [first] = receivers;
  if (first === undefined) return [];
  const isInside = first.position % RECEIVERS_PER_ROW > 0;
  const held = isInside
    ? await table.get(PlannedReceivers, plannedKey(first), { consistent: true })
    : undefined;
  return [
    ...plannedRows(receivers, held).map((row) => table.put(PlannedReceivers, row, 'any', nowMs)),
    ...receivers
      .filter((receiver) => hasOwnRow(receiver, left))
      .map((receiver) => {
        const before = left.get(receiver.position);
        return before === undefined
          ? table.put(CampaignReceiver, receiver, 'absent', nowMs)
          : receiverItem(table, before, receiver, nowMs);
      }),
  ];
};

/** Whether a planned receiver has a row of its own from the start. @param left see {@link plannedItems} */
export const hasOwnRow = ({ state, position }: ReceiverFields, left: ReadonlyMap<number, unknown>): boolean =>
  state !== 'waiting' || left.has(position);

/** Returns the write of a changed receiver, guarded by the version that was read, or by the absence of an own row. */
export const receiverItem = (
  table: Table,
  before: ReceiverRow,
  after: ReceiverFields,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(
    CampaignReceiver,
    { ...after, rowCreatedAt: before.rowCreatedAt, version: before.version },
    before.version === 0 ? 'absent' : before.version,
    nowMs,
  );

/** Returns the newest message of a campaign to a number. One consistent read. @param number canonical */
export const loadCampaignNumber = (table: Table, number: string): Promise<CampaignNumberRow | undefined> =>
  table.get(CampaignNumber, { number }, { consistent: true });

/** Returns the write that makes a message the newest of a campaign to its number. */
export const campaignNumberItem = (
  table: Table,
  before: CampaignNumberRow | undefined,
  after: Omit<CampaignNumberRow, 'version' | 'rowCreatedAt' | 'rowUpdatedAt'>,
  nowMs: number,
): WriteItem =>
  table.put(
    CampaignNumber,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt, version: before.version }) },
    before?.version ?? 'absent',
    nowMs,
  );
