import { type ReachedSendCap, reachedSendCapSchema } from '@prosa/shared/contracts/auth.ts';
import { replaceUser, sessionStore } from './session-store.ts';

/**
 * Adds a cap of sends to the session, so that the shell shows it: the server tells of it when it refuses a message.
 * @param details of the error
 */
export const noteReachedCap = (details: unknown): void => {
  const { data: cap } = reachedSendCapSchema.safeParse(details);
  const { user } = sessionStore.getState();
  if (cap === undefined || user === null) return;
  const others = user.company.reachedSendCaps.filter(({ connectionId }) => connectionId !== cap.connectionId);
  replaceUser({ ...user, company: { ...user.company, reachedSendCaps: [...others, cap] } });
};

/** Returns the cap to show: the company's, else the first of a connection; undefined if none is in force. */
export const capInForce = (caps: readonly ReachedSendCap[], nowMs: number): ReachedSendCap | undefined => {
  const inForce = caps.filter(({ endsAt }) => Date.parse(endsAt) > nowMs);
  return inForce.find(({ connectionId }) => connectionId === null) ?? inForce[0];
};
