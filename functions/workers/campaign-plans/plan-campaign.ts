import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignPlan } from '@prosa/shared/messaging/campaign-message.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { stoppedCampaign } from '../../domain/campaigns/campaign-run.ts';
import { type PlannedPerson, partsOfPage, plannedReceivers } from '../../domain/campaigns/plan-receivers.ts';
import { CAMPAIGN_RECEIVERS_MAX } from '../../domain/message-id.ts';
import type { SystemPrincipal } from '../../platform/auth/principal.ts';
import type { Clock } from '../../platform/clock.ts';
import { getDirectory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, WriteConflict } from '../../platform/table/commit.ts';
import { CampaignProgress } from '../../platform/table/entities/campaigns.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { nextPeople } from '../../repositories/campaigns/campaign-people.ts';
import {
  beatItems,
  type CampaignRow,
  campaignPlanItem,
  loadCampaignWithProgress,
  type ProgressRow,
  progressItem,
  stopItems,
} from '../../repositories/campaigns/campaigns.ts';
import { hasOwnRow, loadOwnRows, plannedItems } from '../../repositories/campaigns/receivers.ts';
import {
  nextSegmentPeople,
  plannedContactItems,
  segmentFor,
} from '../../repositories/campaigns/segment-people.ts';
import { suppressedAmong } from '../../repositories/campaigns/suppressions.ts';

/** People, or tickets with a filter, that are read at once. */
const PAGE = 500;
/**
 * Further rows of a transaction: of receivers who are not sent to and, with a filter of tickets, of contacts. With the 21 rows
 * that have a page of receivers, and those of the campaign, they are less than DynamoDB's hundred.
 */
const ROWS_PER_PART = 70;
/** How long one message is worked on; then the next one continues. */
const WORK_MS = 20_000;
/** Pages that others planned first, or that a stop of the campaign ended, before the message is tried again. */
const LOST_MAX = 10;

interface PlanPorts {
  table: Table;
  system: SystemPrincipal;
  ids: Ids;
  clock: Clock;
}

/** Where a plan continues. */
type Place = Pick<ProgressRow, 'plannedThrough' | 'ticketsThrough'>;

/** The next page of the people that a campaign is for. */
interface NextPage {
  people: PlannedPerson[];
  isLast: boolean;
  isOfSegment: boolean;
  /** Where the plan continues behind all of them. */
  place: Place;
  /** Where it continues behind one of them. With a filter the page is read again, without those who are planned. */
  behind: (person: PlannedPerson) => Place;
}

/** Returns the next page; undefined if the campaign's list or tag is gone, or its company. */
const nextPage = async (
  { table, system, clock }: PlanPorts,
  campaign: CampaignRow,
  { planned, plannedThrough, ticketsThrough }: ProgressRow,
  limit: number,
): Promise<NextPage | undefined> => {
  const directory = await getDirectory(system.companyId);
  if (directory === undefined) return undefined;
  const segment = segmentFor(campaign, directory, clock.now());
  if (segment === undefined) {
    const page = await nextPeople(table, campaign, plannedThrough, limit);
    return (
      page && {
        ...page,
        isOfSegment: false,
        place: { plannedThrough: page.through, ticketsThrough },
        behind: ({ place }) => ({ plannedThrough: place, ticketsThrough }),
      }
    );
  }
  const from = { campaignId: campaign.id, planned, after: ticketsThrough };
  const { people, next } = await nextSegmentPeople(table, segment, from, limit);
  return {
    people,
    isLast: next === undefined,
    isOfSegment: true,
    place: { plannedThrough, ticketsThrough: next ?? ticketsThrough },
    behind: () => ({ plannedThrough, ticketsThrough }),
  };
};

/** Returns people as receivers behind those of the plan, and which of their positions have rows already. */
const receiversOf = async (
  { table }: PlanPorts,
  { companyId, id: campaignId }: CampaignRow,
  planned: number,
  people: readonly PlannedPerson[],
) => {
  const numbers = people.map(({ number }) => canonicalPhone(number)).filter((number) => number !== '');
  const range = { campaignId, from: planned, to: planned + people.length };
  const [suppressed, left] = await Promise.all([
    // The beat looks again before it sends.
    suppressedAmong(table, numbers),
    loadOwnRows(table, range, { consistent: true }),
  ]);
  return { receivers: plannedReceivers({ companyId, campaignId }, people, planned, suppressed), left };
};

/**
 * Plans the next page, in as many transactions as it needs: usually one. The last one also sends the message that
 * continues: with the first beat, or with the plan, if this worker does not.
 * @returns whether the plan is complete, or the campaign stopped
 * @throws WriteConflict if another worker plans, or the campaign was stopped meanwhile
 */
const planPage = async (
  ports: PlanPorts,
  campaign: CampaignRow,
  found: ProgressRow,
  { goesOn, pageSize }: { goesOn: boolean; pageSize: number },
): Promise<boolean> => {
  const { table, ids, clock } = ports;
  const { companyId, id: campaignId, run } = campaign;
  const nowMs = clock.now();
  const room = CAMPAIGN_RECEIVERS_MAX - found.planned;
  const page = await nextPage(ports, campaign, found, Math.min(pageSize, Math.max(1, room)));
  if (page === undefined) {
    const after = stoppedCampaign(campaign, 'pause', 'removed', nowMs);
    await commit(stopItems(table, { before: campaign, after }, found, nowMs));
    return true;
  }
  const { isOfSegment } = page;
  const people = page.people.slice(0, room);
  const isDone = page.isLast || people.length >= room;
  const { receivers, left } = await receiversOf(ports, campaign, found.planned, people);
  const parts = partsOfPage(
    receivers,
    (receiver) => (hasOwnRow(receiver, left) ? 1 : 0) + (isOfSegment ? 1 : 0),
    ROWS_PER_PART,
  );
  let progress = found;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const planned = progress.planned + part.length;
    const person = people[planned - found.planned - 1];
    const place = isLast || person === undefined ? page.place : page.behind(person);
    const after = { ...progress, ...place, planned, isPlanned: isLast && isDone };
    const put = progressItem(table, progress, after, nowMs);
    await commit([
      ...(await plannedItems(table, part, left, nowMs)),
      ...(isOfSegment ? plannedContactItems(table, part, nowMs) : []),
      ...(after.isPlanned ? beatItems(table, progress, after, nowMs, { ids, nowMs }) : [put]),
      ...(isLast && !isDone && !goesOn
        ? [campaignPlanItem(table, { companyId, campaignId, run }, { ids, nowMs })]
        : []),
    ]);
    progress = parseRow(CampaignProgress, put.item);
  }
  return isDone;
};

/**
 * Plans the receivers of a campaign, page by page. One transaction writes receivers and the progress that counts them, so
 * a repeated delivery or a crash plans no receiver twice. A stopped run plans nothing more.
 *
 * A receiver costs 0.2 write units, and half a read unit for its suppression; one who is not sent to costs two write units
 * more. With a filter of tickets, each costs two write units more for its contact, and the reads of `nextSegmentPeople`:
 * measured 2.2 read units with one ticket each.
 * @param pageSize people who are read at once
 */
export const planCampaign = async (
  ports: PlanPorts,
  { campaignId, run }: CampaignPlan,
  pageSize = PAGE,
): Promise<void> => {
  const { table, clock } = ports;
  const untilMs = clock.now() + WORK_MS;
  for (let lost = 0; ; ) {
    const { campaign, progress } = await loadCampaignWithProgress(table, campaignId);
    const isOfRun = campaign?.run === run && progress?.run === run;
    if (campaign?.status !== 'running' || progress === undefined || !isOfRun || progress.isPlanned) return;
    const goesOn = clock.now() < untilMs;
    const beganAt = performance.now();
    try {
      const isDone = await planPage(ports, campaign, progress, { goesOn, pageSize });
      if (isDone || !goesOn) return;
      // Half of the time is left to conversations, which in the local program share the process and the table's engine.
      await sleep(performance.now() - beganAt);
    } catch (error) {
      if (!(error instanceof WriteConflict) || lost >= LOST_MAX) throw error;
      lost += 1;
    }
  }
};
