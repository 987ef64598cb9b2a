import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { getTag, listTags, listTagsBriefly } from './list-tags.ts';
import { createTag, removeTag, updateTag } from './save-tag.ts';
import { removeTagFromContact, syncTags } from './tag-contact.ts';
import { clearTicketTags, setTicketTag } from './tag-ticket.ts';

export const handler = bindRoutes(tagRoutes, {
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
});
