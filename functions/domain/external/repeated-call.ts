import { IDEMPOTENCY_HOURS } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';

const HOUR_MS = 60 * 60 * 1000;

/** The answer to a call that sends. */
export interface Sent {
  status: 'SUCCESS';
  messages: { id: string }[];
  /** Only of a call that schedules. */
  scheduleId?: number;
}

/** An earlier call with the same key. */
interface EarlierCall {
  bodyHash: string;
  /** Stored for support; no answer has it. */
  ticketId: number | null;
  messageIds: readonly string[];
  /** null if it sent at once. */
  scheduleId: number | null;
  at: string;
}

/** The answer to a call as it is stored. */
export type CallAnswer = Pick<EarlierCall, 'ticketId' | 'messageIds' | 'scheduleId'>;

/** Returns the answer to a call. */
export const sentAnswer = ({ messageIds, scheduleId }: Omit<CallAnswer, 'ticketId'>): Sent => ({
  status: 'SUCCESS',
  messages: messageIds.map((id) => ({ id })),
  ...(scheduleId === null ? {} : { scheduleId }),
});

/**
 * Returns the answer of an earlier call that this one repeats; undefined if there is none, or if its key is free again.
 * @throws AppError ERR_IDEMPOTENCY_MISMATCH if the key belongs to another request
 */
export const answerOfRepeated = (
  earlier: EarlierCall | undefined,
  bodyHash: string,
  nowMs: number,
): Sent | undefined => {
  if (earlier === undefined || nowMs - Date.parse(earlier.at) >= IDEMPOTENCY_HOURS * HOUR_MS)
    return undefined;
  if (earlier.bodyHash !== bodyHash) throw new AppError('ERR_IDEMPOTENCY_MISMATCH');
  return sentAnswer(earlier);
};
