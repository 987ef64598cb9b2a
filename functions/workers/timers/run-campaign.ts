import type { CampaignReceiver } from '@prosa/shared/entities/campaign.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { campaignSend } from '../../conversations/send-campaign.ts';
import { type Beat, type BeatFacts, campaignBeat } from '../../domain/campaigns/campaign-beat.ts';
import { startedCampaign, stoppedCampaign } from '../../domain/campaigns/campaign-run.ts';
import {
  failedReceiver,
  receiverAfterOutcome,
  skippedReceiver,
} from '../../domain/campaigns/receiver-steps.ts';
import { capOver } from '../../domain/sends/send-limits.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { headObject } from '../../platform/blob/blob.ts';
import { type Directory, getDirectory } from '../../platform/directory.ts';
import { loadQuality } from '../../repositories/campaigns/campaign-figures.ts';
import { loadCampaignLine } from '../../repositories/campaigns/campaign-line.ts';
import {
  answersAwaitedItem,
  beginRunItems,
  type CampaignRow,
  campaignMessageItem,
  endRunItems,
  loadCampaignWithProgress,
  needsAnswersMark,
  type ProgressRow,
  progressItem,
} from '../../repositories/campaigns/campaigns.ts';
import {
  type CampaignNumberRow,
  loadCampaignNumber,
  loadReceiver,
  type ReceiverRow,
  receiverItem,
  receiversByState,
  receiversPage,
} from '../../repositories/campaigns/receivers.ts';
import { loadSendingRules } from '../../repositories/campaigns/sending-rules.ts';
import { loadSuppressions } from '../../repositories/campaigns/suppressions.ts';
import { NOTHING_TO_DO, type TimerContext, type TimerHandler, type TimerOutcome } from './timer-handler.ts';

type Context = TimerContext<'campaign'>;

interface Running {
  campaign: CampaignRow;
  progress: ProgressRow;
  directory: Directory;
}

/**
 * How late a campaign that waits looks again at the latest: somebody may have changed its settings, or the clock. It
 * costs about twenty units.
 */
const LOOK_AGAIN_MS = 10 * 60_000;
/** Receivers that one beat passes at most, because they were handled before. */
const PASSED_AT_ONCE = 200;
/** Receivers without an outcome that one beat looks at. */
const OPEN_AT_ONCE = 20;
/** The quality of a connection is judged by its last seven days, with the current one. */
const QUALITY_BEFORE_MS = 6 * 86_400_000;

/** The campaign's next beat. @param run of the campaign after this beat */
const beatAt = (
  { nowMs }: Context,
  run: number,
  atMs: number,
): Pick<TimerOutcome, 'againAtMs' | 'isPrompt' | 'data'> => ({
  againAtMs: Math.min(atMs, nowMs + LOOK_AGAIN_MS),
  isPrompt: true,
  data: { run },
});

/** Returns the receivers from the next one on, as far as they were handled before. */
const receiversAhead = async (
  { table }: Context,
  { campaign: { id: campaignId }, progress: { next, planned } }: Running,
): Promise<ReceiverRow[]> => {
  if (next >= planned) return [];
  const first = await loadReceiver(table, { campaignId, position: next });
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
  const { rows } = await receiversByState(table, { campaignId, state: 'agreed', from: 0, next: 0, limit: 1 });
  const [found] = rows;
  const current = found === undefined ? undefined : await loadReceiver(table, found);
  return current?.state === 'agreed' ? current : undefined;
};

/** Returns receivers whose send or answer is still open, once everybody was handled. */
const openReceivers = async (
  { table }: Context,
  { campaign, progress }: Running,
): Promise<Pick<BeatFacts<ReceiverRow>, 'sending' | 'isAsking'>> => {
  if (progress.next < progress.planned) return { sending: [], isAsking: false };
  const of = (state: 'sending' | 'asked', limit: number) =>
    receiversByState(table, { campaignId: campaign.id, state, from: 0, next: 0, limit });
  const [sending, asked] = await Promise.all([
    of('sending', OPEN_AT_ONCE),
    campaign.needsConfirmation ? of('asked', 1) : { rows: [] },
  ]);
  return { sending: sending.rows, isAsking: asked.rows.length > 0 };
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
    openReceivers(context, running),
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
      progressAtMs: Date.parse(progress.rowUpdatedAt),
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

/** Writes a receiver that is not sent to, and goes on at once. */
const passed = (
  context: Context,
  { campaign, progress }: Running,
  change: { before: ReceiverRow; after: CampaignReceiver },
  next: number,
): TimerOutcome => {
  const { table, nowMs } = context;
  return {
    items: [
      receiverItem(table, change.before, change.after, nowMs),
      progressItem(table, progress, { ...progress, next }, nowMs),
    ],
    ...beatAt(context, campaign.run, nowMs),
  };
};

const sendNext = async (
  context: Context,
  running: Running,
  { facts: { rules }, number }: Loaded,
  { receiver, part, variant, progress: after, againAtMs }: Extract<Beat<ReceiverRow>, { does: 'send' }>,
): Promise<TimerOutcome> => {
  const { table, nowMs, ids } = context;
  const { campaign, progress, directory } = running;
  const connection = directory.connections.get(campaign.connectionId);
  if (connection === undefined) throw new Error('a campaign without its connection');
  const sent = await campaignSend(
    { directory, ids, nowMs },
    { campaign, receiver, connection, part, variant, rules, number },
  );
  if (!('items' in sent)) {
    const refused =
      'failed' in sent ? failedReceiver(receiver, sent.failed) : skippedReceiver(receiver, sent.skipped);
    return passed(context, running, { before: receiver, after: refused }, after.next);
  }
  const mark = needsAnswersMark(directory.answersCampaignsUntil, nowMs)
    ? [answersAwaitedItem(table, nowMs)]
    : [];
  return {
    decision: sent.decision,
    items: [...sent.items, progressItem(table, progress, after, nowMs), ...mark],
    ...beatAt(context, campaign.run, againAtMs),
  };
};

const stop = (
  { table, nowMs }: Context,
  { campaign, progress }: Running,
  ...[action, reason]: ['pause', Extract<Beat, { does: 'pause' }>['reason']] | ['finish', null]
): TimerOutcome => {
  const after = stoppedCampaign(campaign, action, reason, nowMs);
  return { items: endRunItems(table, { before: campaign, after }, progress, nowMs) };
};

const outcomeOf = (
  context: Context,
  running: Running,
  loaded: Loaded,
  beat: Beat<ReceiverRow>,
): TimerOutcome | Promise<TimerOutcome> => {
  const { table, nowMs, ids } = context;
  const { campaign, progress } = running;
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
      return {
        items: [progressItem(table, progress, beat.progress, nowMs)],
        ...beatAt(context, campaign.run, beat.againAtMs),
      };
    case 'call-unknown':
      return {
        items: beat.receivers.flatMap((receiver) => {
          const after = receiverAfterOutcome(receiver, receiver.messageId, { state: 'unknown' });
          return after === undefined ? [] : [receiverItem(table, receiver, after, nowMs)];
        }),
        ...beatAt(context, campaign.run, beat.againAtMs),
      };
    case 'plan': {
      const { companyId, id: campaignId, run } = campaign;
      const message = { type: 'plan', companyId, campaignId, run } as const;
      return {
        items: [
          // Written as it is, so that the time of its last change is now.
          progressItem(table, progress, progress, nowMs),
          campaignMessageItem(table, message, 0, { ids, nowMs }),
        ],
        ...beatAt(context, run, beat.againAtMs),
      };
    }
    case 'wait':
      return beatAt(context, campaign.run, beat.againAtMs);
    case 'pause':
      return stop(context, running, 'pause', beat.reason);
    case 'finish':
      return stop(context, running, 'finish', null);
  }
};

/** Starts a scheduled campaign at its time, however late. */
const startScheduled = (
  context: Context,
  before: CampaignRow,
  progress: ProgressRow | undefined,
): TimerOutcome => {
  const { table, nowMs, ids } = context;
  const after = startedCampaign(before, 'start', nowMs);
  return {
    items: beginRunItems(table, { before, after }, progress, { ids, nowMs }),
    ...beatAt(context, after.run, nowMs),
  };
};

/**
 * The beat of a campaign: starts a scheduled one, and lets a running one send to one receiver at most. Receiver,
 * progress, pointer, message and the next beat are one transaction, guarded by the versions of receiver and progress
 * and the token of the timer: whatever is delivered twice, nobody gets a message twice; and a campaign that was paused
 * or cancelled meanwhile sends nothing.
 *
 * A message without a ticket costs twelve write units and about six read units; with a new ticket at most thirty write
 * units.
 */
export const runCampaign: TimerHandler<'campaign'> = async (context) => {
  const { table, timer, system } = context;
  const { campaign, progress } = await loadCampaignWithProgress(table, timer.subject);
  if (campaign === undefined || campaign.run !== timer.data.run) return NOTHING_TO_DO;
  if (campaign.status === 'scheduled') return startScheduled(context, campaign, progress);
  const directory = await getDirectory(system.companyId);
  if (campaign.status !== 'running' || progress === undefined || directory === undefined)
    return NOTHING_TO_DO;
  const running = { campaign, progress, directory };
  const loaded = await loadFacts(context, running);
  return outcomeOf(context, running, loaded, campaignBeat(loaded.facts));
};
