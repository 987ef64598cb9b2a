import type { Announcement as AnnouncementFields } from '@prosa/shared/entities/announcement.ts';
import { PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import { isShown } from '@prosa/shared/rules/announcements.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { systemPrincipal } from '../../platform/auth/principal.ts';
import { storedKey } from '../../platform/blob/file-keys.ts';
import { toInstant } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { Announcement, AnnouncementLook } from '../../platform/table/entities/announcements.ts';
import { keys } from '../../platform/table/keys.ts';
import { globalTable, openTable, type Page, type Table } from '../../platform/table/table.ts';
import { FILE_REMOVAL_AFTER_MS, setTimerItem } from '../../platform/timers/set-timer.ts';

export type AnnouncementRow = Row<typeof Announcement>;

/** Maximum of rows examined for a page: about eight read units, because every browser that opens asks for a page. */
const MAX_EXAMINED = 60;

/** Returns an announcement. One consistent read. */
export const loadAnnouncement = (id: number): Promise<AnnouncementRow | undefined> =>
  globalTable.get(Announcement, { id }, { consistent: true });

/**
 * Returns a page of announcements, the last published first. One query. After 60 rows the page ends and reports more.
 * @param search words anywhere in title and text; normalised
 * @param shownAtMs only those that users see at this time; all if undefined
 */
export const readAnnouncements = (options: {
  search: string;
  shownAtMs: number | undefined;
  after: string | undefined;
  limit: number;
}): Promise<Page<AnnouncementRow>> => {
  const { search, shownAtMs, after, limit } = options;
  return globalTable.query(Announcement, {
    index: 'g1',
    pk: keys.global.announcementByTime({ publishedAt: '', id: 0 }).pk,
    order: 'desc',
    ...(after === undefined ? {} : { after }),
    limit,
    lookAhead: true,
    maxExamined: MAX_EXAMINED,
    filter: (row) =>
      (shownAtMs === undefined || isShown(row, shownAtMs)) &&
      normalizeForSearch(`${row.title} ${row.text}`).includes(search),
  });
};

/**
 * Returns the key of a new picture. Pictures of announcements are files of the operator's company, whichever super
 * administrator uploads them, so that each of them can replace the picture of another.
 */
export const newPictureKey = (ids: Ids): string => storedKey(PLATFORM_COMPANY_ID, ids.uuid());

/**
 * Returns the writes that create, change or remove an announcement, with the removal of a discarded picture.
 * @param before as read; its version guards the write
 */
export const announcementItems = (
  before: AnnouncementRow | undefined,
  after: AnnouncementFields | undefined,
  { ids, nowMs }: { ids: Ids; nowMs: number },
): WriteItem[] => {
  const id = (after ?? before)?.id;
  if (id === undefined) throw new Error('no announcement');
  const released = before?.media?.key;
  const { companyId } = systemPrincipal('all-companies', PLATFORM_COMPANY_ID);
  return [
    after === undefined
      ? globalTable.delete(Announcement, { id }, before?.version)
      : globalTable.put(
          Announcement,
          { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
          before?.version ?? 'absent',
          nowMs,
        ),
    ...(released === undefined || released === after?.media?.key
      ? []
      : [
          setTimerItem(
            openTable(companyId),
            {
              kind: 'file-removal',
              subject: released,
              dueAt: nowMs + FILE_REMOVAL_AFTER_MS,
              data: { announcementId: id },
            },
            { ids, nowMs },
          ),
        ]),
  ];
};

/** Returns when a user last looked at the announcements; null: never. One read. */
export const loadLook = async (table: Table, userId: number): Promise<string | null> =>
  (await table.get(AnnouncementLook, { userId }))?.lookedAt ?? null;

/** Stores that a user looked at the announcements. One write. @returns the time of the look */
export const saveLook = async (
  { companyId, userId }: { companyId: Table['companyId']; userId: number },
  nowMs: number,
): Promise<string> => {
  if (companyId === null) throw new Error('a user belongs to a company');
  const lookedAt = toInstant(nowMs);
  await commit([openTable(companyId).put(AnnouncementLook, { companyId, userId, lookedAt }, 'any', nowMs)]);
  return lookedAt;
};
