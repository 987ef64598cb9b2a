import type { Announcement } from '@prosa/shared/entities/announcement.ts';
import { isShown } from '@prosa/shared/rules/announcements.ts';
import { presentAnnouncement } from '../presenters/present-announcement.ts';
import { deliver } from './audience.ts';
import type { Bookkeeping, Change, Delivery, EventContext } from './context.ts';

type Row = Announcement & Bookkeeping;
/**
 * An announcement's change, with its states in between: a browser may have fetched one of them, and must remove the
 * announcement if its user may no longer see it.
 */
interface AnnouncementChange extends Change<Row> {
  between?: readonly Row[];
}

const NAME = { name: 'announcement', params: {} } as const;

/**
 * Decides the events of a changed announcement for the browsers of one company: for users who see it, and for users who
 * do not see it any more. Super administrators get every change, because their list has all announcements.
 */
export const announcementEvents = (
  { before, after, between = [] }: AnnouncementChange,
  context: EventContext,
): Delivery[] => {
  if (before?.version === after?.version) return [];
  const id = (after ?? before)?.id;
  if (id === undefined) return [];
  const readers =
    after === undefined
      ? []
      : context.recipients.filter(({ viewer }) => viewer.super || isShown(after, context.nowMs));
  const others = context.recipients.filter((recipient) => !readers.includes(recipient));
  return [
    ...(after === undefined || readers.length === 0
      ? []
      : [
          deliver(
            context,
            {
              ...NAME,
              data: {
                action: before === undefined ? 'create' : 'update',
                record: presentAnnouncement(after, context.link),
              },
            },
            {},
            readers,
          ),
        ]),
    // A new announcement that is not shown cannot be in a browser.
    ...((before === undefined && between.length === 0) || others.length === 0
      ? []
      : [deliver(context, { ...NAME, data: { action: 'delete', id } }, {}, others)]),
  ];
};
