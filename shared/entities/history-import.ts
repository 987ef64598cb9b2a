import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** How far the import of a connection's old messages is: one row for each connection, begun anew by each pairing. */
export const historyImportSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  startedAt: instantSchema,
  /** Messages that the phone has told so far, within the dates. */
  all: sparse(z.int().nonnegative(), 0),
  /** Of these, the ones that are dealt with: stored, or known already. */
  stored: sparse(z.int().nonnegative(), 0),
  /** When the one dealt with last was said; null before the first. */
  date: sparse(instantSchema.nullable(), null),
  /** When there was something new to see at last: an end, or tickets closed. */
  refreshedAt: sparse(instantSchema.nullable(), null),
});
export type HistoryImport = z.infer<typeof historyImportSchema>;

/** What was taken off the queue of history once: written with what it counted. */
export const historyStepSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  /** The id of what the queue carried. */
  step: z.string(),
  at: instantSchema,
});

/** `saved`: in the phone's address book. `chats`: people whom it has a conversation with. */
export const PHONE_LISTS = ['saved', 'chats'] as const;
export type PhoneList = (typeof PHONE_LISTS)[number];

/** Somebody whom a connection's phone knows, as it was told at pairing and since. */
export const phoneContactSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  list: z.enum(PHONE_LISTS),
  /** Digits with country code. */
  number: z.string(),
  name: z.string(),
});
export type PhoneContact = z.infer<typeof phoneContactSchema>;

/** What `statusImportMessages` says beside null and the time, in epoch milliseconds, at which the preparing began. */
export const IMPORT_RUNNING = 'Running';
export const IMPORT_ENDED = 'renderButtonCloseTickets';

/** The group of an import's messages in their queue: one connection, one order. */
export const historyGroupId = ({
  companyId,
  connectionId,
}: Pick<HistoryImport, 'companyId' | 'connectionId'>): string => `${companyId}:${connectionId}`;
