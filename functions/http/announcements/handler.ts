import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { removeMedia, setMedia } from './announcement-media.ts';
import { routes } from './function.ts';
import { getAnnouncement, listAnnouncements, lookAtAnnouncements } from './list-announcements.ts';
import { createAnnouncement, removeAnnouncement, updateAnnouncement } from './save-announcement.ts';

export const handler = bindRoutes(routes, {
  list: listAnnouncements,
  look: lookAtAnnouncements,
  get: getAnnouncement,
  create: createAnnouncement,
  update: updateAnnouncement,
  remove: removeAnnouncement,
  setMedia,
  removeMedia,
});
