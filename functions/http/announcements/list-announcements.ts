import type { AnnouncementView, announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { ANNOUNCEMENTS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { presentAnnouncement } from '../../domain/presenters/present-announcement.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  type AnnouncementRow,
  loadAnnouncement,
  loadLook,
  readAnnouncements,
  saveLook,
} from '../../repositories/organisation/announcements.ts';

/** Returns an announcement. @throws AppError ERR_NO_ANNOUNCEMENT_FOUND */
export const requireAnnouncement = async (id: number): Promise<AnnouncementRow> => {
  const announcement = await loadAnnouncement(id);
  if (announcement === undefined) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND');
  return announcement;
};

/** Returns an announcement as callers see it. */
export const viewAnnouncement = async (row: AnnouncementRow, nowMs: number): Promise<AnnouncementView> =>
  presentAnnouncement(row, await mediaLinker(nowMs));

/** Lists announcements: those that users see, or all for a super administrator who asks for them. */
export const listAnnouncements: RouteHandler<typeof announcementRoutes.list> = async ({
  principal,
  query,
  clock,
}) => {
  const { companyId, userId, user } = principal;
  if (query.all && !user.super) throw new AppError('ERR_NO_PERMISSION');
  const search = normalizeForSearch(query.searchParam);
  const nowMs = clock.now();
  const shownAtMs = query.all ? undefined : nowMs;
  const paging = await pagingOf(principal, 'announcements', { search, all: query.all }, query);
  const [page, lookedAt, link] = await Promise.all([
    paging.read((after) => readAnnouncements({ search, shownAtMs, after, limit: ANNOUNCEMENTS_PER_PAGE })),
    loadLook(openTable(companyId), userId),
    mediaLinker(nowMs),
  ]);
  return {
    records: page.rows.map((row) => presentAnnouncement(row, link)),
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
    lookedAt,
  };
};

export const getAnnouncement: RouteHandler<typeof announcementRoutes.get> = async ({ params, clock }) =>
  viewAnnouncement(await requireAnnouncement(params.id), clock.now());

/** Marks all announcements as read by the caller. One write. */
export const lookAtAnnouncements: RouteHandler<typeof announcementRoutes.look> = async ({
  principal,
  clock,
}) => ({ lookedAt: await saveLook(principal, clock.now()) });
