import type { User } from '@prosa/shared/entities/user.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

type UserRow = User & Bookkeeping;
type PresenceRow = { userId: number; seenAt: string } & Bookkeeping;

/** Returns the rights that a browser received at sign-in. When they change, the browser must fetch them again. */
const rightsOf = (user: User) =>
  JSON.stringify([
    user.active,
    user.sessionVersion,
    user.profile,
    user.super,
    user.queueIds,
    user.connectionId,
    user.allTicket,
    user.allowGroup,
    user.allHistoric,
    user.allUserChat,
    user.userClosePendingTicket,
    user.showDashboard,
    user.allowRealTime,
    user.allowConnections,
    user.allowSharedItems,
    user.profileImage,
  ]);

/** Whether a change ends all sign-in sessions of a user. */
export const endsSessions = ({ before, after }: Change<UserRow>): boolean =>
  before !== undefined &&
  (after === undefined || (before.active && !after.active) || after.sessionVersion > before.sessionVersion);

/**
 * A user's event depends on two rows, the account and the heartbeat, each with its own version. So events are ordered
 * by the time of the latest change, in epoch milliseconds.
 */
const userEvent = (
  user: Pick<User, 'id' | 'name' | 'color'>,
  action: 'create' | 'update',
  online: boolean,
  atMs: number,
  context: EventContext,
): Delivery =>
  deliver(
    context,
    {
      name: 'user',
      params: { companyId: context.companyId },
      data: { action, user: { id: user.id, name: user.name, color: user.color, online, version: atMs } },
    },
    {},
  );

/** Decides the events of a changed account: for colleagues, and for the user's own browsers if the rights changed. */
export const userEvents = (change: Change<UserRow>, context: EventContext): Delivery[] => {
  const { before, after } = change;
  const params = { companyId: context.companyId };
  const user = after ?? before;
  if (user === undefined || before?.version === after?.version) return [];
  const deliveries: Delivery[] = [
    after === undefined
      ? deliver(context, { name: 'user', params, data: { action: 'delete', userId: user.id } }, {})
      : userEvent(
          after,
          before === undefined ? 'create' : 'update',
          context.online.has(after.id),
          Date.parse(after.rowUpdatedAt),
          context,
        ),
  ];
  if (before !== undefined && (after === undefined || rightsOf(before) !== rightsOf(after))) {
    const sessionVersion = after?.sessionVersion ?? before.sessionVersion + 1;
    const data = { action: 'update' as const, user: { id: user.id, sessionVersion } };
    deliveries.push(deliver(context, { name: 'auth', params, data }, {}));
  }
  return deliveries;
};

/** Decides the events of a user who came online (the row was created) or went offline (the row was deleted). */
export const presenceEvents = ({ before, after }: Change<PresenceRow>, context: EventContext): Delivery[] => {
  const presence = after ?? before;
  if (presence === undefined || (before === undefined) === (after === undefined)) return [];
  const user = context.names.users.get(presence.userId);
  if (user === undefined) return [];
  const atMs = after === undefined ? context.nowMs : Date.parse(after.rowUpdatedAt);
  return [userEvent(user, 'update', after !== undefined, atMs, context)];
};
