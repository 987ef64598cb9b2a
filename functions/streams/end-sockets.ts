import { endsSessions } from '../domain/events/user-events.ts';
import { closeSessionsSockets, closeUserSockets } from '../platform/realtime/sockets.ts';
import { openTable } from '../platform/table/table.ts';
import type { ChangeOf } from './read-changes.ts';

/** Closes the WebSocket connections of a sign-in session that was signed out, revoked or has expired (S-67). */
export const endSessionSockets = async ({ companyId, before, after }: ChangeOf<'session'>): Promise<void> => {
  if (before !== undefined && after === undefined)
    await closeSessionsSockets(openTable(companyId), new Set([before.id]));
};

/**
 * Closes the WebSocket connections of a user whose sign-in sessions ended. Reasons are a demotion, deactivation or
 * removal, a new password (S-20), or a sign-in on another device if the company allows one session per user.
 */
export const endUserSockets = async (change: ChangeOf<'user'>): Promise<void> => {
  const { companyId, before, after } = change;
  if (before === undefined || !endsSessions(change)) return;
  const goesOn = after?.active === true ? after.sessionVersion : undefined;
  await closeUserSockets(openTable(companyId), before.id, goesOn);
};
