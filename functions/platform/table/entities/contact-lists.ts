import {
  contactListCheckSchema,
  contactListItemSchema,
  contactListSchema,
} from '@prosa/shared/entities/contact-list.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** Its counts are changed in the transactions that change its items. They are one attribute, which indexes contain. */
export const ContactList = defineEntity({
  name: 'contactList',
  schema: contactListSchema,
  scope: 'tenant',
  attributes: ['contacts'],
  key: keys.contactList,
  indexes: {
    g1: ({ id, name }) => keys.contactListByName({ normalizedName: normalizeForSearch(name), id }),
  },
});
/** Two rows, this and the marker of its number: four write units in a transaction. */
export const ContactListItem = defineEntity({
  name: 'contactListItem',
  schema: contactListItemSchema,
  scope: 'tenant',
  key: keys.contactListItem,
});
export const ContactListCheck = defineEntity({
  name: 'contactListCheck',
  schema: contactListCheckSchema,
  scope: 'tenant',
  key: keys.contactListCheck,
});
