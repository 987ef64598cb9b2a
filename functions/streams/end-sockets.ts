import { endsSessions } from '../domain/events/user-events.ts';
import { closeSessionSockets, closeUserSockets } from '../platform/realtime/sockets.ts';
import { openTable } from '../platform/table/table.ts';
import type { ChangeOf } from './read-changes.ts';

/** Ends the live channels of a session that was signed out, revoked or has expired (S-67). */
export const endSessionSockets = async ({ companyId, before, after }: ChangeOf<'session'>): Promise<void> => {
  if (before !== undefined && after === undefined) await closeSessionSockets(openTable(companyId), before.id);
};

/**
 * Ends the live channels of a user whose sessions ended: demoted, deactivated, removed, new password (S-20), signed in
 * elsewhere.
 */
export const endUserSockets = async (change: ChangeOf<'user'>): Promise<void> => {
  const { companyId, before, after } = change;
  if (before === undefined || !endsSessions(change)) return;
  const goesOn = after?.active === true ? after.sessionVersion : undefined;
  await closeUserSockets(openTable(companyId), before.id, goesOn);
};
