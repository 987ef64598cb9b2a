import type { CampaignFigure, QualityFigure } from '@prosa/shared/entities/campaign.ts';
import {
  isSentUnkept,
  receiverShare,
  type Steps,
  stepsBetween,
} from '../../domain/campaigns/receiver-share.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { CampaignShare } from '../../platform/table/entities/campaigns.ts';
import type { Table } from '../../platform/table/table.ts';
import { addToCampaignItem, addToQualityItem } from '../../platform/table/updates.ts';
import { countUnkeptItem } from '../figures/rollups.ts';
import { loadCampaigns } from './campaigns.ts';
import type { ReceiverRow } from './receivers.ts';

/** Receivers per transaction of a hundred items: each adds its share, and some rows of sums. */
const RECEIVERS_PER_COMMIT = 40;
/** Attempts, while others count the same receivers or raise the same sums. */
const FOLD_TRIES = 8;

interface Counting {
  nowMs: number;
  timeZone: string;
}

const addSteps = <F extends string>(sums: Map<F, number>, steps: Steps<F>): void => {
  for (const [figure, by] of steps) sums.set(figure, (sums.get(figure) ?? 0) + by);
};

const sumAt = <K, F extends string>(all: Map<K, Map<F, number>>, key: K): Map<F, number> => {
  const sums = all.get(key) ?? new Map<F, number>();
  all.set(key, sums);
  return sums;
};

const changed = <F extends string>(sums: ReadonlyMap<F, number>): Map<F, number> =>
  new Map([...sums].filter(([, by]) => by !== 0));

/** @returns how many unstored sends were counted; undefined if another process counted a receiver meanwhile */
const tryToFold = async (
  table: Table,
  receivers: readonly ReceiverRow[],
  connections: ReadonlyMap<number, { connectionId: number }>,
  { nowMs, timeZone }: Counting,
): Promise<number | undefined> => {
  const held = await table.getMany(CampaignShare, receivers, { consistent: true });
  const shares: WriteItem[] = [];
  const byCampaign = new Map<number, Map<CampaignFigure, number>>();
  const byDay = new Map<string, Map<QualityFigure, number>>();
  const unkept = new Map<string, { connectionId: number; number: string; count: number }>();
  let unkeptCount = 0;
  for (const [index, receiver] of receivers.entries()) {
    const counted = held[index];
    if (counted !== undefined && receiver.version <= counted.seen) continue;
    const share = receiverShare(receiver, counted, timeZone);
    shares.push(table.put(CampaignShare, { ...counted, ...share }, counted?.version ?? 'absent', nowMs));
    addSteps(sumAt(byCampaign, receiver.campaignId), stepsBetween(counted?.figures ?? [], share.figures));
    const connectionId = connections.get(receiver.campaignId)?.connectionId;
    // The quality of a removed campaign's connection stays as it is.
    if (connectionId === undefined || share.day === '') continue;
    const steps = stepsBetween(counted?.quality ?? [], share.quality);
    addSteps(sumAt(byDay, `${connectionId} ${share.day}`), steps);
    if (steps.get('sent') !== 1 || !isSentUnkept(receiver)) continue;
    const sends = unkept.get(String(connectionId)) ?? { connectionId, number: receiver.number, count: 0 };
    unkept.set(String(connectionId), { ...sends, count: sends.count + 1 });
    unkeptCount += 1;
  }
  const sums: WriteItem[] = [
    ...[...byCampaign].flatMap(([campaignId, steps]) =>
      changed(steps).size === 0 ? [] : [addToCampaignItem(table, campaignId, changed(steps), nowMs)],
    ),
    ...[...byDay].flatMap(([name, steps]) => {
      const [connectionId = '', day = ''] = name.split(' ');
      const row = { connectionId: Number(connectionId), day };
      return changed(steps).size === 0 ? [] : [addToQualityItem(table, row, changed(steps), nowMs)];
    }),
    ...[...unkept.values()].map((sends) => countUnkeptItem(table, sends, { nowMs, timeZone })),
  ];
  try {
    await commit([...shares, ...sums]);
    return unkeptCount;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return undefined;
  }
};

/**
 * Counts receivers: what each adds to the sums of its campaign and its connection replaces what was counted before, in
 * one transaction. Idempotent and independent of the order of versions: the sums always equal a recount.
 *
 * Two write units for a receiver's share, and two for each row of sums that a transaction of 40 receivers changes: one
 * for each campaign, one for each connection and day, and one for each connection whose messages are stored nowhere.
 * @param receivers each once, in its newest version
 * @returns how many messages that are stored nowhere were counted towards the caps of sends
 */
export const foldReceivers = async (
  table: Table,
  receivers: readonly ReceiverRow[],
  counting: Counting,
): Promise<number> => {
  const connections = await loadCampaigns(table, [...new Set(receivers.map(({ campaignId }) => campaignId))]);
  let unkept = 0;
  for (let start = 0; start < receivers.length; start += RECEIVERS_PER_COMMIT) {
    const rows = receivers.slice(start, start + RECEIVERS_PER_COMMIT);
    let counted: number | undefined;
    for (let attempt = 1; counted === undefined && attempt <= FOLD_TRIES; attempt++)
      counted = await tryToFold(table, rows, connections, counting);
    if (counted === undefined) throw new Error(`receivers were counted by others ${FOLD_TRIES} times`);
    unkept += counted;
  }
  return unkept;
};
