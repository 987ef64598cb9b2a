import type { CampaignReceiver } from '@prosa/shared/entities/campaign.ts';
import type { CampaignMessage } from '@prosa/shared/messaging/campaign-message.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { commitDecision, type Decision } from '../../conversations/act.ts';
import { copyFile } from '../../conversations/copy-file.ts';
import { campaignSend } from '../../conversations/send-campaign.ts';
import { type Beat, type BeatFacts, campaignBeat } from '../../domain/campaigns/campaign-beat.ts';
import { settledReceivers } from '../../domain/campaigns/campaign-counts.ts';
import { stoppedCampaign } from '../../domain/campaigns/campaign-run.ts';
import {
  failedReceiver,
  receiverAfterOutcome,
  skippedReceiver,
} from '../../domain/campaigns/receiver-steps.ts';
import { capOver } from '../../domain/sends/send-limits.ts';
import { mergeTurns } from '../../domain/turns/turn.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { headObject } from '../../platform/blob/blob.ts';
import { type Directory, getDirectory } from '../../platform/directory.ts';
import type { Ids } from '../../platform/ids.ts';
import { outboxItems } from '../../platform/queue/outbox-item.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import {
  loadCampaignFigures,
  loadQuality,
  NO_FIGURES,
} from '../../repositories/campaigns/campaign-figures.ts';
import { loadCampaignLine } from '../../repositories/campaigns/campaign-line.ts';
import {
  answersAwaitedItem,
  beatItems,
  type CampaignRow,
  loadCampaignWithProgress,
  needsAnswersMark,
  nextBeat,
  type ProgressRow,
  stopItems,
} from '../../repositories/campaigns/campaigns.ts';
import {
  type CampaignNumberRow,
  loadCampaignNumber,
  loadReceiver,
  loadReceiverAtTurn,
  type ReceiverRow,
  receiverItem,
  receiversByState,
  receiversPage,
} from '../../repositories/campaigns/receivers.ts';
import { loadSendingRules } from '../../repositories/campaigns/sending-rules.ts';
import { loadSuppressions } from '../../repositories/campaigns/suppressions.ts';
import type { CampaignPorts } from './ports.ts';

interface Context {
  table: Table;
  ids: Ids;
  nowMs: number;
}

interface Running {
  campaign: CampaignRow;
  progress: ProgressRow;
  directory: Directory;
}

/** Receivers that one beat passes at most, because they were handled before. */
const PASSED_AT_ONCE = 500;
/** The quality of a connection is judged by its last seven days, with the current one. */
const QUALITY_BEFORE_MS = 6 * 86_400_000;

/** Returns the receivers from the next one on, as far as they were handled before. */
const receiversAhead = async (
  { table }: Context,
  { campaign: { id: campaignId }, progress: { next, planned } }: Running,
): Promise<ReceiverRow[]> => {
  if (next >= planned) return [];
  const first = await loadReceiverAtTurn(table, { campaignId, position: next });
  if (first === undefined || first.state === 'waiting') return first === undefined ? [] : [first];
  const limit = Math.min(PASSED_AT_ONCE, planned - next);
  return (await receiversPage(table, { campaignId, from: next, limit, consistent: true })).rows;
};

/** Returns a receiver who consented, if any. The index may be a second old, so the row decides. */
const agreedReceiver = async (
  { table }: Context,
  { campaign: { id: campaignId, needsConfirmation } }: Running,
): Promise<ReceiverRow | undefined> => {
  if (!needsConfirmation) return undefined;
  const { rows } = await receiversByState(table, { campaignId, state: 'agreed', from: 0, limit: 1 });
  const [found] = rows;
  const current = found === undefined ? undefined : await loadReceiver(table, found);
  return current?.state === 'agreed' ? current : undefined;
};

/** Returns what is still open, once everybody was handled. */
const outcomesOf = async (
  { table }: Context,
  { campaign: { id: campaignId, needsConfirmation }, progress }: Running,
): Promise<Pick<BeatFacts<ReceiverRow>, 'settled' | 'isAsking'>> => {
  if (progress.next < progress.planned) return { settled: 0, isAsking: false };
  const [figures, asked] = await Promise.all([
    loadCampaignFigures(table, [campaignId]),
    needsConfirmation
      ? receiversByState(table, { campaignId, state: 'asked', from: 0, limit: 1 })
      : undefined,
  ]);
  return {
    settled: settledReceivers(figures.get(campaignId) ?? NO_FIGURES),
    isAsking: asked !== undefined && asked.rows.length > 0,
  };
};

/** What is known about the receiver that is next, and the newest message of a campaign to its number. */
const candidateOf = async (
  { table }: Context,
  receiver: ReceiverRow,
): Promise<{ candidate: NonNullable<BeatFacts['candidate']>; number: CampaignNumberRow | undefined }> => {
  const canonical = canonicalPhone(receiver.number);
  const [number, suppressions] = await Promise.all([
    loadCampaignNumber(table, canonical),
    loadSuppressions(table, [canonical]),
  ]);
  const isOfThis =
    number?.campaignId === receiver.campaignId &&
    number.position === receiver.position &&
    number.messageId !== receiver.messageId;
  return {
    number,
    candidate: {
      position: receiver.position,
      isSuppressed: suppressions.has(canonical),
      recorded: isOfThis ? { messageId: number.messageId, at: number.at } : undefined,
    },
  };
};

const isEntitled = (directory: Directory, nowMs: number): boolean =>
  !isExpired(directory, nowMs) && directory.plan.flags.useCampaigns;

/** Keys of campaigns' files that this process knows to exist. */
const knownFiles = new Set<string>();
const KNOWN_FILES_MAX = 1_000;

/** Whether a campaign has its file, if it has one. One call to the bucket for each process. */
const hasFile = async ({ media }: CampaignRow): Promise<boolean> => {
  if (media === null || knownFiles.has(media.key)) return true;
  if ((await headObject(media.key)) === undefined) return false;
  if (knownFiles.size >= KNOWN_FILES_MAX) knownFiles.clear();
  knownFiles.add(media.key);
  return true;
};

interface Loaded {
  facts: BeatFacts<ReceiverRow>;
  /** Of the receiver that is next. */
  number: CampaignNumberRow | undefined;
}

const loadFacts = async (context: Context, running: Running): Promise<Loaded> => {
  const { table, nowMs } = context;
  const { campaign, progress, directory } = running;
  const { timeZone } = directory.company;
  const today = localDay(timeZone, nowMs);
  const cap = capOver(directory.reachedCaps, campaign.connectionId, nowMs);
  const [rules, line, quality, ahead, agreed, open, isComplete] = await Promise.all([
    loadSendingRules(table, timeZone),
    directory.connections.has(campaign.connectionId)
      ? loadCampaignLine(table, campaign.connectionId, nowMs)
      : undefined,
    loadQuality(table, campaign.connectionId, {
      first: localDay(timeZone, nowMs - QUALITY_BEFORE_MS),
      today,
    }),
    receiversAhead(context, running),
    agreedReceiver(context, running),
    outcomesOf(context, running),
    hasFile(campaign),
  ]);
  const next = agreed ?? ahead.find(({ state }) => state === 'waiting');
  const known = next === undefined ? undefined : await candidateOf(context, next);
  return {
    number: known?.number,
    facts: {
      campaign,
      progress,
      rules,
      nowMs,
      chance: { pause: Math.random(), variant: Math.random() },
      isEntitled: isEntitled(directory, nowMs),
      // Without its file a campaign cannot go on, as without its connection.
      line: isComplete ? line : undefined,
      quality,
      cappedUntilMs: cap === undefined ? undefined : Date.parse(cap.endsAt),
      agreed,
      ahead,
      candidate: agreed === undefined ? known?.candidate : undefined,
      ...open,
    },
  };
};

/** The writes of a beat, with the decision about the conversation that it writes into. */
interface BeatWrites {
  decision?: Decision | undefined;
  items: readonly WriteItem[];
}

/** Writes a receiver that is not sent to, and goes on at once. */
const passed = (
  { table, ...moment }: Context,
  { progress }: Running,
  change: { before: ReceiverRow; after: CampaignReceiver },
  next: number,
): BeatWrites => ({
  items: [
    receiverItem(table, change.before, change.after, moment.nowMs),
    ...beatItems(table, progress, { ...progress, next }, moment.nowMs, moment),
  ],
});

const sendNext = async (
  context: Context,
  running: Running,
  { facts: { rules }, number }: Loaded,
  { receiver, part, variant, progress: after, againAtMs }: Extract<Beat<ReceiverRow>, { does: 'send' }>,
): Promise<BeatWrites> => {
  const { table, ...moment } = context;
  const { campaign, progress, directory } = running;
  const connection = directory.connections.get(campaign.connectionId);
  if (connection === undefined) throw new Error('a campaign without its connection');
  const sent = await campaignSend(
    { directory, ...moment },
    { campaign, receiver, connection, part, variant, rules, number },
  );
  if (!('items' in sent)) {
    const refused =
      'failed' in sent ? failedReceiver(receiver, sent.failed) : skippedReceiver(receiver, sent.skipped);
    return passed(context, running, { before: receiver, after: refused }, after.next);
  }
  const mark = needsAnswersMark(directory.answersCampaignsUntil, moment.nowMs)
    ? [answersAwaitedItem(table, moment.nowMs)]
    : [];
  const next = nextBeat(table, progress, after, againAtMs, moment);
  const calls = [...sent.calls, next.call];
  const items = [...sent.items, next.progress, ...mark];
  const { decision } = sent;
  return decision === undefined
    ? { items: [...outboxItems(table, calls, moment), ...items] }
    : { decision: { ...decision, turn: mergeTurns(decision.turn, { calls }) }, items };
};

const stop = (
  { table, nowMs }: Context,
  { campaign, progress }: Running,
  ...[action, reason]: ['pause', Extract<Beat, { does: 'pause' }>['reason']] | ['finish', null]
): BeatWrites => {
  const after = stoppedCampaign(campaign, action, reason, nowMs);
  return { items: stopItems(table, { before: campaign, after }, progress, nowMs) };
};

const writesOf = (
  context: Context,
  running: Running,
  loaded: Loaded,
  beat: Beat<ReceiverRow>,
): BeatWrites | Promise<BeatWrites> => {
  const { table, ...moment } = context;
  const { progress } = running;
  switch (beat.does) {
    case 'send':
      return sendNext(context, running, loaded, beat);
    case 'skip': {
      const after = skippedReceiver(beat.receiver, beat.reason);
      return passed(context, running, { before: beat.receiver, after }, beat.progress.next);
    }
    case 'record': {
      const { receiver, messageId, at: sentAt } = beat;
      const after = { ...receiver, state: 'unknown' as const, messageId, sentAt };
      return passed(context, running, { before: receiver, after }, beat.progress.next);
    }
    case 'advance':
      return { items: beatItems(table, progress, beat.progress, beat.againAtMs, moment) };
    case 'call-unknown':
      return {
        items: [
          ...beat.receivers.flatMap((receiver) => {
            const after = receiverAfterOutcome(receiver, receiver.messageId, { state: 'unknown' });
            return after === undefined ? [] : [receiverItem(table, receiver, after, moment.nowMs)];
          }),
          ...beatItems(table, progress, progress, beat.againAtMs, moment),
        ],
      };
    case 'wait':
      return { items: beatItems(table, progress, progress, beat.againAtMs, moment) };
    case 'pause':
      return stop(context, running, 'pause', beat.reason);
    case 'finish':
      return stop(context, running, 'finish', null);
  }
};

/**
 * The beat of a running campaign: sends to one receiver at most, and brings about the next beat. Receiver, progress,
 * pointer, message and the next beat are one transaction, guarded by the versions of receiver and progress: whatever is
 * delivered twice, nobody gets a message twice; and a campaign that was paused or cancelled meanwhile sends nothing.
 *
 * A message without a ticket costs nine write units and about seven read units; with a new ticket 29 write units, and
 * six more with a new contact.
 */
export const runBeat = (
  { table, system, ids, clock }: CampaignPorts,
  { campaignId, beat }: Extract<CampaignMessage, { type: 'beat' }>,
): Promise<void> =>
  retryOnConflict(async () => {
    const { campaign, progress } = await loadCampaignWithProgress(table, campaignId);
    if (campaign?.status !== 'running' || progress?.run !== campaign.run || progress.beat !== beat) return;
    const directory = await getDirectory(system.companyId);
    if (directory === undefined) return;
    const context = { table, ids, nowMs: clock.now() };
    const running = { campaign, progress, directory };
    const loaded = await loadFacts(context, running);
    const { decision, items } = await writesOf(context, running, loaded, campaignBeat(loaded.facts));
    if (decision === undefined) await commit(items);
    else await commitDecision(decision, items, copyFile);
  });
