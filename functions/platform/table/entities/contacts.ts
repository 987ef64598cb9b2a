import { idSchema } from '@prosa/shared/entities/common.ts';
import { contactAliasSchema, contactSchema } from '@prosa/shared/entities/contact.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import { tagRefSchema } from '@prosa/shared/entities/tag.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/** A contact's place in lists by name. Those who are called by a number stand together: it tells none of its hidden digits. */
export const contactOrder = (contact: z.output<typeof contactSchema>): string =>
  normalizeForSearch(hideNumbersOf(contact).name(contact.name));

export const Contact = defineEntity({
  name: 'contact',
  schema: contactSchema,
  scope: 'tenant',
  key: keys.contact,
  indexes: {
    g1: (item) =>
      item.mergedInto === null
        ? keys.contactByName({ normalizedName: contactOrder(item), id: item.id })
        : undefined,
  },
});
export const ContactAlias = defineEntity({
  name: 'contactAlias',
  schema: contactAliasSchema,
  scope: 'tenant',
  key: keys.contactAlias,
});
/** That a contact has a tag, as it has it: what a tag's contacts are listed and counted by. */
export const TaggedContact = defineEntity({
  name: 'taggedContact',
  schema: z.object({
    companyId: idSchema,
    contactId: idSchema,
    tag: tagRefSchema,
    /** As the list of contacts has it, without digits that may be hidden. */
    normalizedName: z.string(),
  }),
  scope: 'tenant',
  key: keys.taggedContact,
  indexes: {
    g1: ({ contactId, tag, normalizedName }) =>
      keys.taggedContactByName({ tagId: tag.id, contactId, normalizedName }),
  },
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
