import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** The progress of a connection's import of old messages: one row for each connection, reset by each pairing. */
export const historyImportSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  startedAt: instantSchema,
  /** Number of messages within the dates that the phone has reported so far. */
  all: sparse(z.int().nonnegative(), 0),
  /** How many of these were processed: stored, or already known. */
  stored: sparse(z.int().nonnegative(), 0),
  /** Time of the message that was processed last; null before the first. */
  date: sparse(instantSchema.nullable(), null),
  /** When browsers last had to fetch new data: at an end of the import, or after its tickets were closed. */
  refreshedAt: sparse(instantSchema.nullable(), null),
});
export type HistoryImport = z.infer<typeof historyImportSchema>;

/** Marker that a batch of old messages was processed; written in the same transaction as its counts. */
export const historyStepSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  /** The id of the batch in the queue. */
  step: z.string(),
  at: instantSchema,
});

/** `saved`: contacts in the phone's address book. `chats`: people with a conversation on the phone. */
export const PHONE_LISTS = ['saved', 'chats'] as const;
export type PhoneList = (typeof PHONE_LISTS)[number];

/** A contact of a connection's phone, as the phone reported it at pairing or later. */
export const phoneContactSchema = z.object({
  companyId: idSchema,
  connectionId: idSchema,
  list: z.enum(PHONE_LISTS),
  /** Phone number: digits with country code. */
  number: z.string(),
  name: z.string(),
});
export type PhoneContact = z.infer<typeof phoneContactSchema>;

/**
 * Values of `statusImportMessages`, besides null and the time, in epoch milliseconds, at which the preparation
 * started.
 */
export const IMPORT_RUNNING = 'Running';
export const IMPORT_ENDED = 'renderButtonCloseTickets';

/**
 * Returns the FIFO group of an import's messages: one per company, so that they stay in order, and a company has one run of
 * the worker at most (R23, `COMPANY_RUNS`).
 */
export const historyGroupId = ({ companyId }: Pick<HistoryImport, 'companyId'>): string => String(companyId);
