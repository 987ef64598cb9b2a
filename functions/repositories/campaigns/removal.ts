import type { Campaign as CampaignFields } from '@prosa/shared/entities/campaign.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import {
  Campaign,
  CampaignContact,
  CampaignFigures,
  CampaignProgress,
  CampaignReceiver,
  CampaignShare,
  PlannedReceivers,
} from '../../platform/table/entities/campaigns.ts';
import { CAMPAIGN_CONTACT_SHARDS, keys, RECEIVERS_PER_BLOCK } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { writeBatch } from '../../platform/table/write-batch.ts';
import { clearTimerItem, FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';
import { type CampaignRow, loadProgress, progressItem } from './campaigns.ts';

interface Moment {
  ids: Ids;
  nowMs: number;
}

/** Longer than a worker that plans receivers of the campaign may still be at work. */
const REMOVAL_AFTER_MS = 2 * 60 * 1000;
/** A worker of an earlier release that was interrupted has written at most this many receivers beyond the plan: a page. */
const PLANNED_BEYOND_MAX = 999;

/** Returns the write that removes the file of a campaign a little later. Messages in tickets have copies of their own. */
export const releaseMediaItems = (
  table: Table,
  { media }: Pick<CampaignFields, 'media'>,
  { ids, nowMs }: Moment,
): WriteItem[] =>
  media === null
    ? []
    : [
        setTimerItem(
          table,
          { kind: 'file-removal', subject: media.key, dueAt: nowMs + FILE_REMOVAL_AFTER_MS },
          { ids, nowMs },
        ),
      ];

/** Returns the writes that remove a campaign, its timer and its file, and later its receivers. */
export const campaignRemovalItems = (table: Table, campaign: CampaignRow, moment: Moment): WriteItem[] => [
  table.delete(Campaign, { id: campaign.id }, campaign.version),
  clearTimerItem(table, { kind: 'campaign', subject: campaign.id }),
  setTimerItem(
    table,
    { kind: 'campaign-removal', subject: campaign.id, dueAt: moment.nowMs + REMOVAL_AFTER_MS },
    moment,
  ),
  ...releaseMediaItems(table, campaign, moment),
];

/** Contacts of a plan that are removed with one query. */
const CONTACTS_AT_ONCE = 500;

/**
 * Removes the contacts that a campaign's plan remembers, for as long as `isInTime` says. A write unit for each, and half a
 * read unit for each partition that has none. @returns whether all are gone
 */
const removeContacts = async (
  table: Table,
  campaignId: number,
  isInTime: () => boolean,
): Promise<boolean> => {
  for (let shard = 0; shard < CAMPAIGN_CONTACT_SHARDS; shard++) {
    const { pk } = keys.campaignContact({ campaignId, contactId: shard });
    for (let isLast = false; !isLast; ) {
      if (!isInTime()) return false;
      const { rows } = await table.query(CampaignContact, {
        pk,
        limit: CONTACTS_AT_ONCE,
        maxExamined: CONTACTS_AT_ONCE,
        consistent: true,
      });
      await writeBatch(rows.map((row) => table.delete(CampaignContact, row)));
      isLast = rows.length < CONTACTS_AT_ONCE;
    }
  }
  return true;
};

/** Removes a thousand receivers, with what they add to the sums. May be repeated. */
const removeBlock = async (table: Table, campaignId: number, block: number): Promise<void> => {
  const { pk } = keys.campaignReceiver({ campaignId, position: block * RECEIVERS_PER_BLOCK });
  const all = { pk, limit: RECEIVERS_PER_BLOCK, maxExamined: RECEIVERS_PER_BLOCK, consistent: true };
  const [planned, receivers, shares] = await Promise.all([
    table.query(PlannedReceivers, { ...all, prefix: 'PLAN#' }),
    table.query(CampaignReceiver, { ...all, prefix: 'R#' }),
    table.query(CampaignShare, { ...all, prefix: 'SHARE#' }),
  ]);
  await writeBatch([
    ...planned.rows.map((row) => table.delete(PlannedReceivers, row)),
    ...receivers.rows.map((row) => table.delete(CampaignReceiver, row)),
    ...shares.rows.map((row) => table.delete(CampaignShare, row)),
  ]);
};

/**
 * Removes the receivers of a removed campaign, the last thousand first, for as long as `isInTime` says, and before them
 * the contacts that its plan remembers. The progress says how many receivers are left. May be repeated and interrupted.
 * @returns whether everything of the campaign is gone
 */
export const removeReceivers = async (
  table: Table,
  campaignId: number,
  isInTime: () => boolean,
  nowMs: number,
): Promise<boolean> => {
  for (let isFirst = true; isInTime(); isFirst = false) {
    const progress = await loadProgress(table, campaignId);
    // Never started, or removed by an earlier run.
    if (progress === undefined) return true;
    if (isFirst && !(await removeContacts(table, campaignId, isInTime))) return false;
    const block = Math.floor((progress.planned + PLANNED_BEYOND_MAX) / RECEIVERS_PER_BLOCK);
    await removeBlock(table, campaignId, block);
    if (block === 0) {
      await commit([
        table.delete(CampaignProgress, { campaignId }),
        table.delete(CampaignFigures, { campaignId }),
      ]);
      return true;
    }
    const planned = block * RECEIVERS_PER_BLOCK - 1 - PLANNED_BEYOND_MAX;
    await commit([progressItem(table, progress, { ...progress, planned }, nowMs)]);
  }
  return false;
};
