/** How far ahead of our clock a provider's may run before its time is not believed. */
export const MAX_AHEAD_MS = 60_000;
/** Providers keep what they could not deliver for 30 days at most; what claims to be older by more than a few days is not. */
const MAX_AGE_MS = 35 * 86_400_000;
const SECOND_MS = 1000;

/**
 * Returns the time at which a live message says it was sent, in epoch milliseconds, or that of its arrival where the message
 * says what cannot be: sort keys and timers follow it, and who sends a message chooses what it says.
 */
export const believedSentAt = (sentAt: number, receivedAt: number): number =>
  Number.isSafeInteger(sentAt) && sentAt >= receivedAt - MAX_AGE_MS && sentAt <= receivedAt + MAX_AHEAD_MS
    ? sentAt
    : receivedAt;

/**
 * The time a message sorts by, in epoch milliseconds. Providers tell whole seconds: within its second a message is as
 * late as it can be without being later than its arrival, so that an answer never sorts before what it answers.
 */
export const refinedSentAt = (event: { sentAt: number; receivedAt: number }): number => {
  const { receivedAt } = event;
  const sentAt = believedSentAt(event.sentAt, receivedAt);
  if (sentAt % SECOND_MS !== 0 || sentAt >= receivedAt) return sentAt;
  return Math.min(sentAt + SECOND_MS - 1, receivedAt);
};
