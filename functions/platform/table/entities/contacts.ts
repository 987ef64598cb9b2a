import { idSchema } from '@prosa/shared/entities/common.ts';
import { contactAliasSchema, contactSchema } from '@prosa/shared/entities/contact.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const Contact = defineEntity({
  name: 'contact',
  schema: contactSchema,
  scope: 'tenant',
  key: keys.contact,
  indexes: {
    // Those who are called by a number stand together: their place in the list tells none of its hidden digits.
    g1: (item) =>
      keys.contactByName({
        normalizedName: normalizeForSearch(hideNumbersOf(item).name(item.name)),
        id: item.id,
      }),
  },
});
export const ContactAlias = defineEntity({
  name: 'contactAlias',
  schema: contactAliasSchema,
  scope: 'tenant',
  key: keys.contactAlias,
});
/** A search token of a contact: its words, their tails, and its number's tails. */
export const ContactToken = defineEntity({
  name: 'contactToken',
  schema: z.object({
    companyId: idSchema,
    token: z.string(),
    /** Of the index for those from whom numbers are hidden; see `looksInNames`. */
    ofNames: sparse(z.boolean(), false),
    contactId: idSchema,
    name: z.string(),
    number: z.string(),
    isGroup: sparse(z.boolean(), false),
    /** Newest ticket per connection. */
    tickets: sparse(z.array(z.object({ connectionId: idSchema, ticketId: idSchema })), []),
  }),
  scope: 'tenant',
  key: keys.contactToken,
});
