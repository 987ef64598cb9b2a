import type {
  Campaign,
  CampaignProgress,
  CampaignReceiver,
  PauseReason,
  SKIP_REASONS,
} from '@prosa/shared/entities/campaign.ts';
import { zoneOfNumber } from '@prosa/shared/rules/number-zone.ts';
import { endOfLocalDay, localDay } from '@prosa/shared/rules/zone-format.ts';
import { instantOf } from '../turns/turn.ts';
import { firstAllowed, sendableFrom } from './allowed-time.ts';
import { campaignCapOfDay } from './daily-cap.ts';
import { pauseAfter } from './pace.ts';
import { type QualityCounts, qualityOf } from './quality.ts';
import type { CampaignPart } from './receiver-steps.ts';
import type { SendingRules } from './sending-rules.ts';

/** The connection of a campaign. */
export interface Line {
  /** `lost`: down for a short time, and may come back by itself. */
  state: 'up' | 'lost' | 'down';
  /** Whether the provider restricts the account. */
  isRestricted: boolean;
  /** Whether it is a WhatsApp number that was paired, which has a cap by its age. */
  reachedByPairing: boolean;
  /** Whether its channel reaches people by their phone number. */
  reachesNumbers: boolean;
  pairedAtMs: number;
}

export interface BeatFacts<R extends CampaignReceiver = CampaignReceiver> {
  campaign: Campaign;
  progress: CampaignProgress;
  rules: SendingRules;
  nowMs: number;
  /** Random numbers from 0 up to, not including, 1. */
  chance: { pause: number; variant: number };
  /** Whether the company's plan and subscription allow campaigns. */
  isEntitled: boolean;
  /** Undefined if the connection was removed. */
  line: Line | undefined;
  /** Messages of all campaigns over the connection. */
  quality: { recent: QualityCounts; today: QualityCounts };
  /** The end of the day whose cap of sends is reached (S-69), in epoch milliseconds. */
  cappedUntilMs: number | undefined;
  /** A receiver who consented and waits for the message. */
  agreed: R | undefined;
  /** The receivers from the next position on: at least one, unless all were handled. */
  ahead: readonly R[];
  /** Of the first of `ahead` that waits. */
  candidate: Candidate | undefined;
  /** How many receivers have an outcome, as of the stream's progress. Read once everybody was handled. */
  settled: number;
  /** Whether somebody was asked and has not answered. */
  isAsking: boolean;
}

/** What is known about a receiver when it is its turn. */
interface Candidate {
  position: number;
  isSuppressed: boolean;
  /** Set if a message of this campaign to it is on record, but not on its row: it must not get another one. */
  recorded: { messageId: string; at: string } | undefined;
}

/** What a campaign does next. `againAtMs`: when it looks again, in epoch milliseconds. */
export type Beat<R extends CampaignReceiver = CampaignReceiver> =
  | {
      does: 'send';
      receiver: R;
      part: CampaignPart;
      variant: number;
      progress: CampaignProgress;
      againAtMs: number;
    }
  | {
      does: 'skip';
      receiver: R;
      reason: (typeof SKIP_REASONS)[number];
      progress: CampaignProgress;
      againAtMs: number;
    }
  | {
      does: 'record';
      receiver: R;
      messageId: string;
      at: string;
      progress: CampaignProgress;
      againAtMs: number;
    }
  | { does: 'advance'; progress: CampaignProgress; againAtMs: number }
  | { does: 'call-unknown'; receivers: readonly R[]; againAtMs: number }
  | { does: 'wait'; againAtMs: number }
  | { does: 'pause'; reason: PauseReason }
  | { does: 'finish' };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** How soon it looks again whether its connection is back. */
const LOST_MS = 20 * SECOND_MS;
/** When a send without an outcome is called unknown: after its command can no longer begin. */
export const OUTCOME_OVERDUE_MS = 15 * MINUTE_MS;
/** Receivers that one beat calls unknown. */
const UNKNOWN_AT_ONCE = 20;
/** How long an answer to the last question is awaited. */
const ANSWER_WITHIN_MS = 24 * 60 * MINUTE_MS;
/** How often the end is looked for: as often as outcomes may come, and less often the longer it lasts. */
const END_AGAIN_MS = { least: SECOND_MS, most: 5 * MINUTE_MS, share: 0.25 } as const;

type Stop = Extract<Beat, { does: 'wait' | 'pause' }>;
const wait = (againAtMs: number): Stop => ({ does: 'wait', againAtMs });
const pause = (reason: PauseReason): Stop => ({ does: 'pause', reason });

/** Returns how many messages the campaign has sent on the company's current day. */
const sentOn = ({ progress }: BeatFacts, day: string): number =>
  progress.day === day ? progress.sentToday : 0;

/** Returns why nothing can be sent now, whoever is next. */
const hindrance = (facts: BeatFacts): Stop | undefined => {
  const { progress, rules, nowMs, isEntitled, line, quality, cappedUntilMs } = facts;
  const { timeZone } = rules.allowed;
  if (!isEntitled) return pause('plan');
  if (line === undefined) return pause('removed');
  if (line.isRestricted) return pause('restricted');
  if (line.state === 'down') return pause('disconnected');
  if (line.state === 'lost') return wait(nowMs + LOST_MS);
  if (qualityOf(quality.recent) === 'stop' && !progress.ignoresQuality) return pause('quality');
  const opensMs = firstAllowed(rules.allowed, nowMs);
  if (opensMs > nowMs) return wait(opensMs);
  if (cappedUntilMs !== undefined) return wait(cappedUntilMs);
  const cap = campaignCapOfDay(line, nowMs);
  const sent = Math.max(quality.today.sent, sentOn(facts, localDay(timeZone, nowMs)));
  return cap !== undefined && sent >= cap ? wait(endOfLocalDay(timeZone, nowMs)) : undefined;
};

const sendTo = <R extends CampaignReceiver>(
  facts: BeatFacts<R>,
  receiver: R,
  part: CampaignPart,
  next: number,
): Beat<R> => {
  const { campaign, progress, rules, nowMs, chance, quality } = facts;
  const texts = part === 'question' ? campaign.confirmationMessages : campaign.messages;
  const day = localDay(rules.allowed.timeZone, nowMs);
  const slowdown = qualityOf(quality.recent) === 'good' ? 1 : 2;
  const counted = { sinceLonger: progress.sinceLonger + 1 };
  const { pauseMs, sinceLonger } = pauseAfter(rules.pace, counted, chance.pause, slowdown);
  return {
    does: 'send',
    receiver,
    part,
    variant: Math.floor(chance.variant * texts.length),
    progress: {
      ...progress,
      next,
      sinceLonger,
      lastSentAt: instantOf({ nowMs }),
      isChecked: false,
      day,
      sentToday: sentOn(facts, day) + 1,
    },
    // From now, whenever it was due: after a stop nothing is made up for.
    againAtMs: nowMs + pauseMs,
  };
};

/** Returns the progress when a receiver is passed and taken later. */
export const leftBehind = (
  progress: CampaignProgress,
  position: number,
  untilMs: number,
): CampaignProgress => {
  const until = instantOf({ nowMs: untilMs });
  return {
    ...progress,
    leftFrom: Math.min(progress.leftFrom ?? position, position),
    leftUntil: progress.leftUntil === null || until < progress.leftUntil ? until : progress.leftUntil,
  };
};

/** Returns what happens to the first receiver that waits. */
const turnOf = <R extends CampaignReceiver>(
  facts: BeatFacts<R>,
  receiver: R,
  candidate: Candidate,
): Beat<R> => {
  const { campaign, progress, rules, nowMs, line } = facts;
  const next = receiver.position + 1;
  const passed = { ...progress, next };
  const skip = (reason: (typeof SKIP_REASONS)[number]): Beat<R> => ({
    does: 'skip',
    receiver,
    reason,
    progress: passed,
    againAtMs: nowMs,
  });
  if (candidate.recorded !== undefined)
    return { does: 'record', receiver, ...candidate.recorded, progress: passed, againAtMs: nowMs };
  if (line?.reachesNumbers !== true || receiver.number === '') return skip('no-address');
  if (candidate.isSuppressed) return skip('opted-out');
  const zone = rules.avoidsNights ? zoneOfNumber(receiver.number) : undefined;
  const sendableMs = sendableFrom(rules.allowed, zone, nowMs);
  if (sendableMs === undefined) return skip('too-late');
  if (sendableMs > nowMs)
    return {
      does: 'advance',
      progress: leftBehind(passed, receiver.position, sendableMs),
      againAtMs: nowMs,
    };
  return sendTo(facts, receiver, campaign.needsConfirmation ? 'question' : 'message', next);
};

/**
 * Returns what happens when the last position was passed. Receivers whose outcome is overdue are looked for once, by
 * passing everybody again; the index of states does not contain them, because every message would pay for it.
 */
const atTheEnd = <R extends CampaignReceiver>(facts: BeatFacts<R>): Beat<R> => {
  const { progress, nowMs, settled, isAsking } = facts;
  const { leftFrom, leftUntil, lastSentAt, planned } = progress;
  if (settled >= planned) return { does: 'finish' };
  if (leftFrom !== null) {
    const untilMs = leftUntil === null ? nowMs : Date.parse(leftUntil);
    if (untilMs > nowMs) return wait(untilMs);
    return {
      does: 'advance',
      progress: { ...progress, next: leftFrom, leftFrom: null, leftUntil: null },
      againAtMs: nowMs,
    };
  }
  const sinceMs = lastSentAt === null ? Number.POSITIVE_INFINITY : nowMs - Date.parse(lastSentAt);
  const { least, most, share } = END_AGAIN_MS;
  const againAtMs = nowMs + Math.min(most, Math.max(least, sinceMs * share));
  if (sinceMs <= OUTCOME_OVERDUE_MS || (isAsking && sinceMs < ANSWER_WITHIN_MS)) return wait(againAtMs);
  return progress.isChecked
    ? { does: 'finish' }
    : { does: 'advance', progress: { ...progress, next: 0, isChecked: true }, againAtMs: nowMs };
};

const isOpen = ({ state }: CampaignReceiver): boolean => state === 'sending';

const overdueAtMs = ({ sentAt }: CampaignReceiver): number =>
  sentAt === null ? 0 : Date.parse(sentAt) + OUTCOME_OVERDUE_MS;

/**
 * Decides what a running campaign does next: sends to one receiver, skips it, or looks again later. Receivers who
 * consented come first, the others follow in their order. A receiver in its night is passed and taken after the last
 * one, so that it delays nobody and is not lost. The end is found within five minutes.
 */
export const campaignBeat = <R extends CampaignReceiver>(facts: BeatFacts<R>): Beat<R> => {
  const { progress, nowMs, agreed, ahead, candidate } = facts;
  const stop = hindrance(facts);
  if (stop !== undefined) return stop;
  if (agreed !== undefined) return sendTo(facts, agreed, 'message', progress.next);
  if (progress.next >= progress.planned) return atTheEnd(facts);
  const overdue = ahead.filter((receiver) => isOpen(receiver) && overdueAtMs(receiver) < nowMs);
  if (overdue.length > 0)
    return { does: 'call-unknown', receivers: overdue.slice(0, UNKNOWN_AT_ONCE), againAtMs: nowMs };
  const first = ahead.find(({ state }) => state === 'waiting');
  if (first === undefined) {
    // Those were handled before, or never planned.
    const next = Math.min(progress.planned, progress.next + Math.max(1, ahead.length));
    const passed = ahead
      .filter(isOpen)
      .reduce((sum, receiver) => leftBehind(sum, receiver.position, overdueAtMs(receiver)), progress);
    return { does: 'advance', progress: { ...passed, next }, againAtMs: nowMs };
  }
  if (candidate?.position !== first.position) throw new Error('the next receiver was not looked up');
  return turnOf(facts, first, candidate);
};
