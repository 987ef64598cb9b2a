import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** A named list of people that campaigns are sent to. They need not be contacts of the company. */
export const contactListSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  /** The connection over which new numbers are checked; null: the company's default at the time of the check. */
  connectionId: sparse(idSchema.nullable(), null),
  /** Numbers of items: of all, of those whose number the provider does not know, and of those not checked yet. */
  contacts: z.object({ all: z.int(), invalid: z.int(), unchecked: z.int() }),
});
export type ContactList = z.infer<typeof contactListSchema>;

/**
 * What is known about a number. `unchecked`: no connection could tell yet, or its channel cannot tell; such a number is
 * sent to. `valid` and `invalid`: the provider's answer.
 */
export const NUMBER_STATES = ['unchecked', 'valid', 'invalid'] as const;

/** A person on a contact list. Its number is unique within the list. */
export const contactListItemSchema = z.object({
  companyId: idSchema,
  contactListId: idSchema,
  id: idSchema,
  name: z.string(),
  /** Digits, as they were entered until the provider has answered, then as the provider writes them. */
  number: z.string(),
  email: sparse(z.string(), ''),
  numberState: sparse(z.enum(NUMBER_STATES), 'unchecked'),
  /** Time of the provider's answer; null before. */
  checkedAt: sparse(instantSchema.nullable(), null),
  /** The import that added it; '' without one. */
  importId: sparse(z.string(), ''),
});
export type ContactListItem = z.infer<typeof contactListItemSchema>;

/** How far the numbers of a list have been checked. Exists while numbers are checked. */
export const contactListCheckSchema = z.object({
  companyId: idSchema,
  contactListId: idSchema,
  /** Items up to this id were examined in this pass; 0 at its beginning. */
  afterId: sparse(z.int().nonnegative(), 0),
  /** The numbers that the provider was asked about and has not answered yet. */
  batch: sparse(
    z
      .object({
        token: z.string(),
        items: z.array(z.object({ id: idSchema, number: z.string() })),
        /** Without an answer by then the batch has failed. */
        until: instantSchema,
      })
      .nullable(),
    null,
  ),
  /** Failures of the current batch. */
  failures: sparse(z.int().nonnegative(), 0),
  /** Whether this pass gave up a batch, so that another pass follows later. */
  gaveUp: sparse(z.boolean(), false),
  /** The provider is not asked before. */
  nextAt: instantSchema,
});
export type ContactListCheck = z.infer<typeof contactListCheckSchema>;
