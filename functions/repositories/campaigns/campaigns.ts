import type {
  Campaign as CampaignFields,
  CampaignProgress as ProgressFields,
} from '@prosa/shared/entities/campaign.ts';
import type { CampaignMessage, CampaignPlan } from '@prosa/shared/messaging/campaign-message.ts';
import { progressOfRun } from '../../domain/campaigns/campaign-run.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { type OutboxMessage, outboxItem } from '../../platform/queue/outbox-item.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import {
  ANSWERS_WITHIN_S,
  Campaign,
  CampaignAnswers,
  CampaignProgress,
} from '../../platform/table/entities/campaigns.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Page, QueryOptions, Table } from '../../platform/table/table.ts';
import { clearTimerItem, setTimerItem } from '../../platform/timers/set-timer.ts';

export type CampaignRow = Row<typeof Campaign>;
export type ProgressRow = Row<typeof CampaignProgress>;

interface Moment {
  ids: Ids;
  nowMs: number;
}

const companyOf = ({ companyId }: Table): number => {
  if (companyId === null) throw new Error('a campaign belongs to a company');
  return companyId;
};

/** Returns a campaign. One consistent read. */
export const loadCampaign = (table: Table, id: number): Promise<CampaignRow | undefined> =>
  table.get(Campaign, { id }, { consistent: true });

/** Returns campaigns by id, undefined where absent. One read for each hundred. */
export const loadCampaigns = async (
  table: Table,
  ids: readonly number[],
): Promise<Map<number, CampaignRow>> => {
  const rows = await table.getMany(
    Campaign,
    ids.map((id) => ({ id })),
  );
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
};

/** Returns a campaign with its progress. One consistent batch read. */
export const loadCampaignWithProgress = async (
  table: Table,
  id: number,
): Promise<{ campaign: CampaignRow | undefined; progress: ProgressRow | undefined }> => {
  const [campaign, progress] = await table.getRaw(
    [table.keyOf(Campaign, { id }), table.keyOf(CampaignProgress, { campaignId: id })],
    { consistent: true },
  );
  return {
    campaign: campaign === undefined ? undefined : parseRow(Campaign, campaign),
    progress: progress === undefined ? undefined : parseRow(CampaignProgress, progress),
  };
};

/** Returns campaigns: running, paused, scheduled, inactive, cancelled, finished, the latest of each first. */
export const listCampaigns = (
  table: Table,
  options: Omit<QueryOptions<CampaignRow>, 'pk' | 'index'>,
): Promise<Page<CampaignRow>> =>
  table.query(Campaign, { ...options, index: 'g1', pk: keys.campaignByStatus({ rank: 0, id: 0 }).pk });

/** Returns the write of a complete campaign, guarded by the version that was read, or by its absence. */
export const campaignItem = (
  table: Table,
  before: CampaignRow | undefined,
  after: CampaignFields,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(
    Campaign,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt, version: before.version }) },
    before?.version ?? 'absent',
    nowMs,
  );

/** Returns how far a campaign is; undefined before its first start. One consistent read. */
export const loadProgress = (table: Table, campaignId: number): Promise<ProgressRow | undefined> =>
  table.get(CampaignProgress, { campaignId }, { consistent: true });

/** Returns the progress of campaigns by id. One read for each hundred, at most a second old. */
export const loadProgresses = async (
  table: Table,
  campaignIds: readonly number[],
): Promise<Map<number, ProgressRow>> => {
  const rows = await table.getMany(
    CampaignProgress,
    campaignIds.map((campaignId) => ({ campaignId })),
  );
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.campaignId, row] as const])));
};

/** Returns the write of a campaign's progress, guarded by the version that was read, or by its absence. */
export const progressItem = (
  table: Table,
  before: ProgressRow | undefined,
  after: ProgressFields,
  nowMs: number,
): WriteItem & { op: 'put' } =>
  table.put(
    CampaignProgress,
    { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt, version: before.version }) },
    before?.version ?? 'absent',
    nowMs,
  );

/** Returns a message to the worker of campaigns. @param delayS whole seconds, at most 900 */
const campaignCall = (message: CampaignMessage, delayS: number): OutboxMessage => ({
  queue: 'campaigns',
  body: JSON.stringify(message),
  delayS,
});

/** Returns the write of a message to the worker of campaigns. @param delayS whole seconds, at most 900 */
export const campaignMessageItem = (
  table: Table,
  message: CampaignMessage,
  delayS: number,
  moment: Moment,
): WriteItem => outboxItem(table, campaignCall(message, delayS), moment);

/** Returns a message that plans further receivers. The plans of a company are worked on one after the other. */
export const campaignPlan = ({ companyId, campaignId, run }: CampaignPlan): OutboxMessage => ({
  queue: 'campaign-plans',
  body: JSON.stringify({ companyId, campaignId, run }),
  groupId: String(companyId),
});

/** Returns the write of {@link campaignPlan}. */
export const campaignPlanItem = (table: Table, plan: CampaignPlan, moment: Moment): WriteItem =>
  outboxItem(table, campaignPlan(plan), moment);

/** How late a campaign that waits looks again at the latest: its settings or the clock may have changed. */
const LOOK_AGAIN_MS = 10 * 60_000;

/**
 * Returns the write of a beat's progress, which counts on, and the message of the next beat. Commit both together: of
 * two workers with the same beat one succeeds.
 * @param atMs when the next beat is due; ten minutes ahead at most
 */
export const nextBeat = (
  table: Table,
  before: ProgressRow | undefined,
  after: ProgressFields,
  atMs: number,
  { nowMs }: Moment,
): { progress: WriteItem; call: OutboxMessage } => {
  const { companyId, campaignId } = after;
  const beat = after.beat + 1;
  const waitMs = Math.min(LOOK_AGAIN_MS, Math.max(0, atMs - nowMs));
  return {
    progress: progressItem(table, before, { ...after, beat }, nowMs),
    call: campaignCall({ type: 'beat', companyId, campaignId, beat }, Math.ceil(waitMs / 1000)),
  };
};

/** Returns the writes of {@link nextBeat}, for a beat that sends nothing. */
export const beatItems = (
  ...[table, before, after, atMs, moment]: Parameters<typeof nextBeat>
): WriteItem[] => {
  const { progress, call } = nextBeat(table, before, after, atMs, moment);
  return [progress, outboxItem(table, call, moment)];
};

/** Returns the message that continues a campaign: its next beat, or the plan of further receivers. */
export const continuingItem = (
  table: Table,
  { companyId, campaignId, run, isPlanned, beat }: ProgressRow,
  moment: Moment,
): WriteItem =>
  isPlanned
    ? campaignMessageItem(table, { type: 'beat', companyId, campaignId, beat }, 0, moment)
    : campaignPlanItem(table, { companyId, campaignId, run }, moment);

/**
 * Returns the timer of a campaign: it starts a scheduled one, and watches a running one. It replaces an earlier timer of
 * the campaign.
 * @param dueAt epoch milliseconds
 */
export const campaignTimerItem = (
  table: Table,
  { id, run }: Pick<CampaignFields, 'id' | 'run'>,
  dueAt: number,
  moment: Moment,
): WriteItem => setTimerItem(table, { kind: 'campaign', subject: id, dueAt, data: { run } }, moment);

/** A running campaign without progress for this time is continued: its message was lost. Longer than a wait. */
export const STALLED_MS = LOOK_AGAIN_MS + 5 * 60_000;

/** Longer than answers are awaited, so that a long campaign rarely has to write the mark again. */
const ANSWERS_MARKED_S = ANSWERS_WITHIN_S + 15 * 86_400;

/** Returns the write that marks the company as one whose contacts may answer a campaign. It changes the directory. */
export const answersAwaitedItem = (table: Table, nowMs: number): WriteItem =>
  table.put(
    CampaignAnswers,
    { companyId: companyOf(table), until: toInstant(nowMs + ANSWERS_MARKED_S * 1000) },
    'any',
    nowMs,
  );

/** Whether the mark of {@link answersAwaitedItem} ends before the answers to a message that is sent now. */
export const needsAnswersMark = (until: string | null, nowMs: number): boolean =>
  until === null || Date.parse(until) < nowMs + (ANSWERS_WITHIN_S + 86_400) * 1000;

/** A campaign as read, and after the decision that changes its run. */
interface RunChange {
  before: CampaignRow;
  after: CampaignFields;
}

/**
 * Returns the writes of a campaign that starts, starts again or continues, without its timer: the campaign, its
 * progress, the message of its first beat or of the plan of further receivers, and the mark that answers are awaited.
 * Five writes with the version of the directory. Call `forgetDirectory` after the commit.
 * @param change after `startedCampaign`
 * @param progress as read; undefined before the first start
 */
export const beginRunItems = (
  table: Table,
  { before, after }: RunChange,
  progress: ProgressRow | undefined,
  moment: Moment,
): WriteItem[] => {
  const { nowMs } = moment;
  const { id: campaignId, companyId, run } = after;
  const progressAfter = progressOfRun(progress, after, {
    plansAgain: before.status !== 'paused',
    ignoresQuality: before.pauseReason === 'quality',
  });
  return [
    campaignItem(table, before, after, nowMs),
    ...(progressAfter.isPlanned
      ? beatItems(table, progress, progressAfter, nowMs, moment)
      : [
          progressItem(table, progress, progressAfter, nowMs),
          campaignPlanItem(table, { companyId, campaignId, run }, moment),
        ]),
    answersAwaitedItem(table, nowMs),
  ];
};

/** Returns the writes of {@link beginRunItems} with the campaign's timer. */
export const startItems = (
  table: Table,
  change: RunChange,
  progress: ProgressRow | undefined,
  moment: Moment,
): WriteItem[] => [
  ...beginRunItems(table, change, progress, moment),
  campaignTimerItem(table, change.after, moment.nowMs + STALLED_MS, moment),
];

/**
 * Returns the writes of a campaign that pauses, is cancelled or is finished: a message that is being decided on at the
 * same time is not sent, because its transaction checks the progress. Three writes at most.
 * @param change after `stoppedCampaign`
 */
export const stopItems = (
  table: Table,
  { before, after }: RunChange,
  progress: ProgressRow | undefined,
  nowMs: number,
): WriteItem[] => [
  campaignItem(table, before, after, nowMs),
  ...(progress === undefined ? [] : [progressItem(table, progress, { ...progress, run: after.run }, nowMs)]),
  clearTimerItem(table, { kind: 'campaign', subject: after.id }),
];
