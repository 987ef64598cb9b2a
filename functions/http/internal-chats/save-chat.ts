import type { InternalChatView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { CHAT_MEMBERS_MAX, type InternalChat } from '@prosa/shared/entities/internal-chat.ts';
import { AppError } from '@prosa/shared/errors.ts';
import {
  memberIds,
  membershipChanges,
  withAllRead,
  withMembers,
} from '../../domain/internal-chats/change-chat.ts';
import { presentInternalChat } from '../../domain/presenters/present-internal-chat.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, WriteConflict, type WriteItem } from '../../platform/table/commit.ts';
import { Counter, Unique } from '../../platform/table/entities/counters.ts';
import { InternalChat as InternalChatEntity } from '../../platform/table/entities/internal-chats.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import {
  type InternalChatRow,
  internalChatItems,
  isInTooManyChats,
  loadDirectChat,
} from '../../repositories/organisation/internal-chats.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireChat, requireOwnChat } from './require-chat.ts';

/** Memberships that one transaction changes, besides the row of the chat. */
const CHANGES_AT_ONCE = 98;

interface Moment {
  ids: Ids;
  nowMs: number;
}

const refuseField = (path: string, message: string): AppError =>
  new AppError('ERR_VALIDATION', { details: [{ path, message }] });

/**
 * Takes a number before members join a chat, and returns it with the check that no newer one was taken since. So of two
 * simultaneous requests, only one can take a user's last place.
 */
const takeTurn = async (table: Table): Promise<{ id: number; isNewest: WriteItem }> => {
  const id = await nextId(table, InternalChatEntity);
  return { id, isNewest: table.check(Counter, { name: InternalChatEntity.name }, { value: id }) };
};

/** Commits a chat, and returns it as it is afterwards. */
const save = async (
  principal: UserPrincipal,
  before: InternalChatRow | undefined,
  after: InternalChat,
  moment: Moment,
  also: readonly WriteItem[] = [],
): Promise<InternalChatView> => {
  const items = internalChatItems(openTable(principal.companyId), before, after, moment);
  await commit([...items, ...also]);
  const now = toInstant(moment.nowMs);
  const row = {
    ...after,
    version: (before?.version ?? 0) + 1,
    rowCreatedAt: before?.rowCreatedAt ?? now,
  };
  return presentInternalChat(row, principal.directory);
};

/**
 * Requires that the members of a chat are few enough, and that those who join are active users of the company with room
 * for one more chat. A query for each who joins.
 * @throws AppError ERR_VALIDATION, ERR_NO_USER_FOUND, ERR_CHAT_LIMIT
 */
const requireMembers = async (
  { companyId, directory }: UserPrincipal,
  before: InternalChat | undefined,
  after: InternalChat,
): Promise<void> => {
  const { joined, left } = membershipChanges(before, after);
  if (after.members.length > CHAT_MEMBERS_MAX)
    throw refuseField('body.users', `more than ${CHAT_MEMBERS_MAX} members`);
  if (joined.length + left.length > CHANGES_AT_ONCE)
    throw refuseField('body.users', `more than ${CHANGES_AT_ONCE} members added and removed`);
  if (joined.some((id) => directory.users.get(id)?.active !== true)) throw new AppError('ERR_NO_USER_FOUND');
  if (await isInTooManyChats(openTable(companyId), joined)) throw new AppError('ERR_CHAT_LIMIT');
};

/**
 * Begins a chat: a query for each member, the counter, and one transaction. Of two users who begin a direct chat with
 * each other at once, one creates it and the other gets it.
 */
export const createChat: RouteHandler<typeof internalChatRoutes.create> = async ({
  principal,
  body,
  clock,
  ids,
}) => {
  const { companyId, userId, directory } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const draft = withMembers(
    {
      companyId,
      id: 1,
      uuid: ids.uuid(),
      title: body.isGroup ? body.title : '',
      isGroup: body.isGroup,
      ownerId: userId,
      members: [],
      messages: 0,
      lastMessage: '',
      activityAt: toInstant(nowMs),
    },
    [userId, ...body.users],
  );
  if (body.isGroup && draft.title === '') throw refuseField('body.title', 'a group has a title');
  if (draft.members.length < 2) throw refuseField('body.users', 'nobody but the caller');
  if (!body.isGroup && draft.members.length > 2)
    throw refuseField('body.users', 'a direct chat has one other member');
  const existing = body.isGroup ? undefined : await loadDirectChat(table, draft.members);
  if (existing !== undefined) return presentInternalChat(existing, directory);
  return retryOnConflict(async () => {
    const { id, isNewest } = await takeTurn(table);
    await requireMembers(principal, undefined, draft);
    try {
      return await save(principal, undefined, { ...draft, id }, { ids, nowMs }, [isNewest]);
    } catch (error) {
      if (!(error instanceof WriteConflict && error.failedOn(Unique))) throw error;
      const first = await loadDirectChat(table, draft.members);
      if (first === undefined) throw new AppError('ERR_CONFLICT', { cause: error });
      return presentInternalChat(first, directory);
    }
  });
};

/**
 * Changes title and members of a group. One read, a query for each who joins, and one transaction. An administrator who
 * changes the group of a deleted user becomes its owner.
 */
export const updateChat: RouteHandler<typeof internalChatRoutes.update> = ({
  principal,
  params,
  body,
  clock,
  ids,
}) =>
  retryOnConflict(async () => {
    const before = await requireOwnChat(principal, params.id);
    if (!before.isGroup) throw refuseField('params.id', 'a direct chat stays as it is');
    const { userId: ownerId, directory } = principal;
    const wanted = [ownerId, ...body.users].filter(
      (id) => directory.users.has(id) || !memberIds(before).includes(id),
    );
    const after = { ...withMembers(before, wanted), title: body.title, ownerId };
    const joins = membershipChanges(before, after).joined.length > 0;
    const turn = joins ? await takeTurn(openTable(principal.companyId)) : undefined;
    await requireMembers(principal, before, after);
    const also = turn === undefined ? [] : [turn.isNewest];
    return save(principal, before, after, { ids, nowMs: clock.now() }, also);
  });

/** Marks a chat as read by the caller. One read, and one write if a message was unread. */
export const readChat: RouteHandler<typeof internalChatRoutes.read> = ({
  principal,
  params,
  body,
  clock,
  ids,
}) =>
  retryOnConflict(async () => {
    const { userId, directory } = principal;
    const before = await requireChat(principal, params.id);
    if (body.userId !== undefined && body.userId !== userId) throw new AppError('ERR_NO_PERMISSION');
    const after = withAllRead(before, userId);
    return after === before
      ? presentInternalChat(before, directory)
      : save(principal, before, after, { ids, nowMs: clock.now() });
  });

/** Removes a chat. One read and one transaction; its messages and files are deleted a little later. */
export const removeChat: RouteHandler<typeof internalChatRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  await retryOnConflict(async () => {
    const before = await requireOwnChat(principal, params.id);
    const nowMs = clock.now();
    await commit([
      ...internalChatItems(table, before, undefined, { ids, nowMs }),
      auditItem(table, { principal, request, ids, nowMs }, 'internalChats.remove', { id: before.id, before }),
    ]);
  });
  return { message: 'Chat deleted' };
};
