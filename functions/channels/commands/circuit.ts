import { FILE_OVER_LIMIT } from '../../domain/automatic/file-over-limit.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import type { Circuit as CircuitEntity } from '../../platform/table/entities/connections.ts';
import type { ProviderFailed } from '../driver.ts';

/** Recent failures of a connection's provider, and whether its circuit is open. */
export type Circuit = Pick<Row<typeof CircuitEntity>, 'failedAt' | 'open'>;

/** Number of failures within {@link FAILURES_WITHIN_MS} that opens a circuit (R27). */
export const FAILURES_TO_OPEN = 20;
const FAILURES_WITHIN_MS = 60_000;
/** Longest first pause; that of each further pause is twice as long, up to {@link PAUSE_MAX_MS}. */
const PAUSE_MS = 5_000;
/** A message waits for 80 s at most, so several trials fall into its time. */
const PAUSE_MAX_MS = 30_000;
const PAUSE_MIN_MS = 1_000;
/** Time after which a trial counts as lost with its process: the timeout of the worker. */
const TRIAL_LOST_AFTER_MS = 60_000;
/** Minimum wait of a command that meets another command's trial, in seconds. */
const TRIAL_WAIT_S = 1;

/** Returns a pause with full jitter. @param random from 0 to 1 */
const pauseMs = (pauses: number, random: number): number =>
  Math.max(PAUSE_MIN_MS, Math.round(random * Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (pauses - 1))));

/** Returns an open circuit at the beginning of a pause. */
const pausing = (failedAt: string[], pauses: number, nowMs: number, random: number): Circuit => ({
  failedAt,
  open: { pauses, until: toInstant(nowMs + pauseMs(pauses, random)), isTrying: false },
});

/**
 * Whether a failed call was a fault of the provider: it did not respond, or failed itself. Refused content, a refused
 * token and a rate limit show that the provider responds.
 */
export const isOutage = ({ reason, remedy }: ProviderFailed): boolean =>
  reason === 'provider-unavailable' || (reason === 'provider-failed' && remedy.does !== 'stop');

/**
 * Whether a failed call shows how the provider is. A file of ours that is missing or too large may fail before the
 * provider is called.
 */
export const isResponse = ({ reason }: ProviderFailed): boolean =>
  reason !== 'media-missing' && reason !== FILE_OVER_LIMIT;

/**
 * Returns what a command may do: call the provider, make the trial call, or wait at least so many seconds.
 * @param circuit undefined if there are no recent failures
 */
export const passageOf = (
  circuit: Circuit | undefined,
  nowMs: number,
): { may: 'call' | 'try' } | { may: 'wait'; waitS: number } => {
  if (circuit === undefined || circuit.open === null) return { may: 'call' };
  const { until, isTrying } = circuit.open;
  const leftMs = Date.parse(until) - nowMs;
  if (leftMs <= 0) return { may: 'try' };
  return { may: 'wait', waitS: isTrying ? TRIAL_WAIT_S : Math.ceil(leftMs / 1000) };
};

/** Returns the circuit after a failure of an ordinary call; undefined if it stays as it is, because it is open. */
export const afterFailure = (
  circuit: Circuit | undefined,
  nowMs: number,
  random: number,
): Circuit | undefined => {
  if (circuit !== undefined && circuit.open !== null) return undefined;
  const since = toInstant(nowMs - FAILURES_WITHIN_MS);
  const recent = (circuit?.failedAt ?? []).filter((at) => at > since);
  const failedAt = [...recent, toInstant(nowMs)];
  return failedAt.length < FAILURES_TO_OPEN ? { failedAt, open: null } : pausing(failedAt, 1, nowMs, random);
};

/** Returns an open circuit with a trial that has begun. */
export const duringTrial = ({ failedAt, open }: Circuit, nowMs: number): Circuit => ({
  failedAt,
  open: { pauses: open?.pauses ?? 1, until: toInstant(nowMs + TRIAL_LOST_AFTER_MS), isTrying: true },
});

/** What a trial call showed; `nothing` if the provider may not have been called. */
export type TrialOutcome = 'responds' | 'fails' | 'nothing';

/** Returns the circuit after a trial; undefined if it closes. After a failed trial the pause grows. */
export const afterTrial = (
  { failedAt, open }: Circuit,
  outcome: TrialOutcome,
  nowMs: number,
  random: number,
): Circuit | undefined => {
  const pauses = open?.pauses ?? 1;
  switch (outcome) {
    case 'responds':
      return undefined;
    case 'fails':
      return pausing([...failedAt.slice(1), toInstant(nowMs)], pauses + 1, nowMs, random);
    case 'nothing':
      return { failedAt, open: { pauses, until: toInstant(nowMs), isTrying: false } };
  }
};
