import type { AnnouncementView, announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import type { Announcement } from '@prosa/shared/entities/announcement.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { changeAnnouncement } from '../../domain/announcements/change-announcement.ts';
import { toInstant } from '../../platform/clock.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextGlobalId } from '../../platform/table/updates.ts';
import { type AnnouncementRow, announcementItems } from '../../repositories/organisation/announcements.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { requireAnnouncement, viewAnnouncement } from './list-announcements.ts';

type Context = Pick<
  HandlerContext<typeof announcementRoutes.update>,
  'principal' | 'params' | 'request' | 'clock' | 'ids'
>;

/** Adds an announcement. The counter and one transaction. */
export const createAnnouncement: RouteHandler<typeof announcementRoutes.create> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const id = await nextGlobalId('announcement');
  const nowMs = clock.now();
  const now = toInstant(nowMs);
  const after: Announcement = { id, ...body, publishedAt: now, media: null };
  await commit([
    ...announcementItems(undefined, after, { ids, nowMs }),
    auditItem(openTable(principal.companyId), { principal, request, ids, nowMs }, 'announcements.create', {
      id,
      after,
    }),
  ]);
  return viewAnnouncement({ ...after, version: 1, rowCreatedAt: now, rowUpdatedAt: now }, nowMs);
};

/**
 * Applies a change to an announcement. One read and one transaction.
 * @param also further writes of the transaction
 * @throws AppError ERR_NO_ANNOUNCEMENT_FOUND, ERR_CONFLICT
 */
export const applyChange = (
  { principal, params, request, clock, ids }: Context,
  action: AuditAction,
  change: (before: AnnouncementRow, nowMs: number) => Announcement,
  also: (nowMs: number) => WriteItem[] = () => [],
): Promise<AnnouncementView> =>
  retryOnConflict(async () => {
    const before = await requireAnnouncement(params.id);
    const nowMs = clock.now();
    const after = change(before, nowMs);
    await commit([
      ...announcementItems(before, after, { ids, nowMs }),
      auditItem(openTable(principal.companyId), { principal, request, ids, nowMs }, action, {
        id: before.id,
        before,
        after,
      }),
      ...also(nowMs),
    ]);
    const row = { ...before, ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) };
    return viewAnnouncement(row, nowMs);
  });

export const updateAnnouncement: RouteHandler<typeof announcementRoutes.update> = (context) =>
  applyChange(context, 'announcements.update', (before, nowMs) =>
    changeAnnouncement(before, context.body, nowMs),
  );

/** Removes an announcement. One read and one transaction; its picture is deleted a little later. */
export const removeAnnouncement: RouteHandler<typeof announcementRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  await retryOnConflict(async () => {
    const before = await requireAnnouncement(params.id);
    const nowMs = clock.now();
    await commit([
      ...announcementItems(before, undefined, { ids, nowMs }),
      auditItem(openTable(principal.companyId), { principal, request, ids, nowMs }, 'announcements.remove', {
        id: before.id,
        before,
      }),
    ]);
  });
  return { message: 'Announcement deleted' };
};
