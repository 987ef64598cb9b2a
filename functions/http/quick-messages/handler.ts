import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { getQuickMessage, listQuickMessages, listQuickMessagesBriefly } from './list-quick-messages.ts';
import { removeQuickMessageMedia, setQuickMessageMedia } from './quick-message-media.ts';
import { createQuickMessage, removeQuickMessage, updateQuickMessage } from './save-quick-message.ts';

export const handler = bindRoutes(routes, {
  list: listQuickMessages,
  listBrief: listQuickMessagesBriefly,
  get: getQuickMessage,
  create: createQuickMessage,
  update: updateQuickMessage,
  remove: removeQuickMessage,
  setMedia: setQuickMessageMedia,
  removeMedia: removeQuickMessageMedia,
});
