/** Maximum by which a provider's clock may be ahead of ours. A time further ahead is ignored. */
export const MAX_AHEAD_MS = 60_000;
/** Providers keep undelivered messages for 30 days at most, so a message cannot be older by more than a few days. */
const MAX_AGE_MS = 35 * 86_400_000;
const SECOND_MS = 1000;

/**
 * Returns the time at which a live message says it was sent, in epoch milliseconds, or its time of arrival if the
 * message's time is impossible. Sort keys and timers depend on this time, and the sender can choose what the message
 * says.
 */
export const believedSentAt = (sentAt: number, receivedAt: number): number =>
  Number.isSafeInteger(sentAt) && sentAt >= receivedAt - MAX_AGE_MS && sentAt <= receivedAt + MAX_AHEAD_MS
    ? sentAt
    : receivedAt;

/**
 * Returns the time that a message is sorted by, in epoch milliseconds. Providers send whole seconds. Within its
 * second, a message gets the latest time that is not later than its arrival, so that an answer never sorts before the
 * message that it answers.
 */
export const refinedSentAt = (event: { sentAt: number; receivedAt: number }): number => {
  const { receivedAt } = event;
  const sentAt = believedSentAt(event.sentAt, receivedAt);
  if (sentAt % SECOND_MS !== 0 || sentAt >= receivedAt) return sentAt;
  return Math.min(sentAt + SECOND_MS - 1, receivedAt);
};
