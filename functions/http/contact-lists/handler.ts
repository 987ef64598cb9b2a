import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { checkNumbers } from './check-numbers.ts';
import { routes } from './function.ts';
import { listListImports, uploadToList } from './import-to-list.ts';
import { getContactList, listContactLists, listContactListsBriefly } from './list-contact-lists.ts';
import { getListItem, listListItems } from './list-items.ts';
import { createContactList, removeContactList, updateContactList } from './save-contact-list.ts';
import { createListItem, removeListItem, updateListItem } from './save-item.ts';

export const handler = bindRoutes(routes, {
  list: listContactLists,
  listBrief: listContactListsBriefly,
  get: getContactList,
  create: createContactList,
  update: updateContactList,
  remove: removeContactList,
  upload: uploadToList,
  listImports: listListImports,
  checkNumbers,
  listItems: listListItems,
  getItem: getListItem,
  createItem: createListItem,
  updateItem: updateListItem,
  removeItem: removeListItem,
});
