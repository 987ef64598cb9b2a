/** How far ahead of our clock a provider's may run before its time is not believed. */
const MAX_AHEAD_MS = 60_000;
const SECOND_MS = 1000;

/**
 * The time a message sorts by, in epoch milliseconds. Providers tell whole seconds: within its second a message is as
 * late as it can be without being later than its arrival, so that an answer never sorts before what it answers.
 */
export const refinedSentAt = (event: { sentAt: number; receivedAt: number }): number => {
  const { sentAt, receivedAt } = event;
  if (sentAt > receivedAt + MAX_AHEAD_MS) return receivedAt;
  if (sentAt % SECOND_MS !== 0 || sentAt >= receivedAt) return sentAt;
  return Math.min(sentAt + SECOND_MS - 1, receivedAt);
};
