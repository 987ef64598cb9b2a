import type { CampaignReceiver as ReceiverFields, ReceiverState } from '@prosa/shared/entities/campaign.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { CampaignNumber, CampaignReceiver } from '../../platform/table/entities/campaigns.ts';
import { keys, RECEIVERS_PER_BLOCK } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';

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

/** Returns a receiver. One consistent read. */
export const loadReceiver = (table: Table, key: ReceiverKey): Promise<ReceiverRow | undefined> =>
  table.get(CampaignReceiver, key, { consistent: true });

/**
 * Returns receivers from a position on, in the order of sending. A query for each thousand positions that the page
 * touches, at one read unit for about 25 receivers, half as much if not consistent.
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
  let position = from;
  while (rows.length < limit) {
    const blockEnd = (Math.floor(position / RECEIVERS_PER_BLOCK) + 1) * RECEIVERS_PER_BLOCK;
    const wanted = Math.min(limit - rows.length, blockEnd - position);
    const { pk } = keys.campaignReceiver({ campaignId, position });
    const page = await table.query(CampaignReceiver, {
      pk,
      prefix: 'R#',
      // The largest sort key before the position's.
      ...(position % RECEIVERS_PER_BLOCK === 0
        ? {}
        : { after: keys.campaignReceiver({ campaignId, position: position - 1 }).sk }),
      limit: wanted,
      maxExamined: wanted,
      pageSize: wanted,
      consistent,
    });
    rows.push(...page.rows);
    // Positions have no gaps, so a page that is not full is the last one.
    if (page.rows.length < wanted) return { rows };
    position += wanted;
  }
  return { rows, next: position };
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

/** Returns the write of a planned receiver, for a batch: a page that is planned twice writes equal rows. */
export const plannedReceiverItem = (table: Table, receiver: ReceiverFields, nowMs: number): WriteItem =>
  table.put(CampaignReceiver, receiver, 'any', nowMs);

/** Returns the write of a changed receiver, guarded by the version that was read. */
export const receiverItem = (
  table: Table,
  before: ReceiverRow,
  after: ReceiverFields,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(
    CampaignReceiver,
    { ...after, rowCreatedAt: before.rowCreatedAt, version: before.version },
    before.version,
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
