import { idSchema } from '@prosa/shared/entities/common.ts';
import { contactAliasSchema, contactSchema } from '@prosa/shared/entities/contact.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import { tagRefSchema } from '@prosa/shared/entities/tag.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

/**
 * Returns a contact's sort key in lists by name. Contacts named by a number share one position, so that the order
 * reveals no hidden digits.
 */
export const contactOrder = (contact: z.output<typeof contactSchema>): string =>
  normalizeForSearch(hideNumbersOf(contact).name(contact.name));

export const Contact = defineEntity({
  name: 'contact',
  schema: contactSchema,
  scope: 'tenant',
  schemaVersion: 3,
  // The source of the names of the first rows is unknown: none of them is replaced. Version 3 only adds arrivals.
  upgrade: {
    2: (fields) => fields,
    1: (fields) => ({
      ...fields,
      nameFrom: 'user',
      phoneNameAt: null,
      pictureAt: null,
      marketingStoppedAt: null,
      marketingToldAt: null,
    }),
  },
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
/** A tag of a contact, copied from the contact: the contacts of a tag are listed and counted by these rows. */
export const TaggedContact = defineEntity({
  name: 'taggedContact',
  schema: z.object({
    companyId: idSchema,
    contactId: idSchema,
    tag: tagRefSchema,
    /** The name as in the list of contacts, without digits that may be hidden. */
    normalizedName: z.string(),
  }),
  scope: 'tenant',
  key: keys.taggedContact,
  indexes: {
    g1: ({ contactId, tag, normalizedName }) =>
      keys.taggedContactByName({ tagId: tag.id, contactId, normalizedName }),
  },
});
/** A search token of a contact: its words, the endings of its words, and parts of its number; see `contactTokens`. */
export const ContactToken = defineEntity({
  name: 'contactToken',
  schema: z.object({
    companyId: idSchema,
    token: z.string(),
    /** Whether the token belongs to the index for users from whom numbers are hidden; see `looksInNames`. */
    ofNames: sparse(z.boolean(), false),
    contactId: idSchema,
    name: z.string(),
    number: z.string(),
    isGroup: sparse(z.boolean(), false),
    /** The newest ticket of each connection. */
    tickets: sparse(z.array(z.object({ connectionId: idSchema, ticketId: idSchema })), []),
  }),
  scope: 'tenant',
  key: keys.contactToken,
});
