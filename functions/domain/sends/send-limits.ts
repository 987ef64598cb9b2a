import type { ReachedCap } from '@prosa/shared/entities/reached-cap.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { SendCaps } from '@prosa/shared/rules/send-caps.ts';
import type { DaySends } from './count-sends.ts';

/** The `metric` of the log line of an anomaly, with the sentence of its alarm. */
export const SEND_ANOMALY = {
  metric: 'send-anomaly',
  impact:
    'A company sends over five times its usual messages: if its account was stolen, its customers get what nobody there wrote.',
} as const;
/** Fewer messages on a day are no anomaly, however few the company has sent before. */
const ANOMALY_FLOOR = 500;
/** Messages of a day, as a multiple of the mean of the days before, that are an anomaly. */
const ANOMALY_FACTOR = 5;
/** A day's sums are read this often until a limit is reached, so a limit is noticed about 2 percent late. */
const CHECKS_PER_LIMIT = 50;

/** Returns after how many further messages the sums of a day are read again. */
export const checkEvery = ({ company, connection }: SendCaps): number =>
  Math.max(1, Math.floor(Math.min(company, connection, ANOMALY_FLOOR) / CHECKS_PER_LIMIT));

/** Whether the messages of a day may be an anomaly, so that the days before are worth reading. */
export const isMany = (today: number): boolean => today >= ANOMALY_FLOOR;

/** Whether a day has far more messages than the days before it (S-69). @param mean of the seven days before */
export const isAnomalous = (today: number, mean: number): boolean =>
  isMany(today) && today > ANOMALY_FACTOR * mean;

/** Returns the caps that the messages of a day have reached: of the company, and of connections. */
export const capsReached = (
  { total, byConnection }: DaySends,
  caps: SendCaps,
): Pick<ReachedCap, 'connectionId' | 'cap'>[] => [
  ...(total >= caps.company ? [{ connectionId: null, cap: caps.company }] : []),
  ...[...byConnection]
    .filter(([, sent]) => sent >= caps.connection)
    .map(([connectionId]) => ({ connectionId, cap: caps.connection })),
];

/** Whether a reached cap still stops messages. */
export const isInForce = ({ endsAt }: Pick<ReachedCap, 'endsAt'>, nowMs: number): boolean =>
  Date.parse(endsAt) > nowMs;

/** Returns the cap that stops messages over a connection: the company's, or the connection's own. */
export const capOver = (
  reachedCaps: readonly ReachedCap[],
  connectionId: number,
  nowMs: number,
): ReachedCap | undefined =>
  reachedCaps.find(
    (cap) => (cap.connectionId === null || cap.connectionId === connectionId) && isInForce(cap, nowMs),
  );

/** Returns the error for a message that is not sent because of a reached cap. It names the cap's owner and its end. */
export const reachedCapError = ({ connectionId, cap, endsAt }: ReachedCap): AppError =>
  new AppError('ERR_SEND_CAP_REACHED', { details: { connectionId, cap, endsAt } });
