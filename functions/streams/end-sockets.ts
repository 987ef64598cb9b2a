import { endsSessions } from '../domain/events/user-events.ts';
import { closeSessionSockets, closeUserSockets } from '../platform/realtime/sockets.ts';
import { openTable } from '../platform/table/table.ts';
import type { ChangeOf } from './read-changes.ts';

/** Ends the live channels of a session that was signed out, revoked or has expired (S-67). */
export const endSessionSockets = async ({ companyId, before, after }: ChangeOf<'session'>): Promise<void> => {
  if (before !== undefined && after === undefined) await closeSessionSockets(openTable(companyId), before.id);
};

/** Ends the live channels of a user whose sessions all ended: demoted, deactivated, removed, new password (S-20). */
export const endUserSockets = async (change: ChangeOf<'user'>): Promise<void> => {
  if (change.before !== undefined && endsSessions(change)) {
    await closeUserSockets(openTable(change.companyId), change.before.id);
  }
};
