import { announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import * as z from 'zod';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { shownAnnouncements, withAnnouncement, withoutAnnouncement } from './shown-announcements.ts';

const administrationInput = z.object({ query: z.object({ all: z.literal(true) }) });

const reducers: LiveReducers<'announcements'> = {
  announcement: ({ client }, { data }) => {
    if (data.action === 'reference') {
      invalidateSoon(announcementRoutes.list);
      return;
    }
    // Not fetched, because an announcement comes to every open browser of the installation at the same time.
    client.setQueryData(shownAnnouncements.queryKey, (shown) => {
      if (shown === undefined) return undefined;
      return data.action === 'delete'
        ? withoutAnnouncement(shown, data.id)
        : withAnnouncement(shown, data.record, Date.now());
    });
    invalidateSoon(announcementRoutes.list, (input) => administrationInput.safeParse(input).success);
  },
};

export default reducers;
