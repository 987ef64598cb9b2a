import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { listBoardLanes, listBoardTickets } from './board.ts';
import { routes } from './function.ts';
import { getTag, listTags, listTagsBriefly } from './list-tags.ts';
import { createTag, removeTag, updateTag } from './save-tag.ts';
import { removeTagFromContact, syncTags } from './tag-contact.ts';
import { clearTicketTags, setTicketTag } from './tag-ticket.ts';

export const handler = bindRoutes(routes, {
  list: listTags,
  listBrief: listTagsBriefly,
  get: getTag,
  create: createTag,
  update: updateTag,
  remove: removeTag,
  sync: syncTags,
  removeFromContact: removeTagFromContact,
  setOnTicket: setTicketTag,
  clearFromTicket: clearTicketTags,
  lanes: listBoardLanes,
  tickets: listBoardTickets,
});
