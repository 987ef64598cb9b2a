import * as z from 'zod';
import { writtenName, writtenText } from '../rules/written-text.ts';

/** Ids are counted per company, so that they are short enough to be read aloud. */
export const idSchema = z.int().positive();
/** UTC, ISO 8601 with milliseconds, so that times sort as text. */
export const instantSchema = z.iso.datetime({ precision: 3 });
/** `#` and 3 to 8 hex digits (S-30). */
export const colorSchema = z.string().regex(/^#[0-9a-fA-F]{3,8}$/);
/** Local time of day, HH:mm. */
export const clockTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/**
 * A text that people write, as they wrote it (S-37). Every field of a request whose text people read is this, or a name;
 * its checks come behind it. Lengths are those of the stored text.
 */
export const textSchema = () => z.string().overwrite(writtenText);

/** A name or a note: as people wrote it, trimmed, and empty if it shows nothing. */
export const nameSchema = (min: number, max: number) => z.string().overwrite(writtenName).min(min).max(max);

export const weekdaySchema = z.enum([
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]);
/** The two shifts of a weekday; a pair of empty times is no shift. */
export const scheduleEntrySchema = z.strictObject({
  weekday: z.string().max(40),
  weekdayEn: weekdaySchema,
  startTimeA: z.union([clockTimeSchema, z.literal('')]),
  endTimeA: z.union([clockTimeSchema, z.literal('')]),
  startTimeB: z.union([clockTimeSchema, z.literal('')]),
  endTimeB: z.union([clockTimeSchema, z.literal('')]),
});
export type ScheduleEntry = z.infer<typeof scheduleEntrySchema>;
/** A day without work in the company's own calendar. */
export const holidaySchema = z.strictObject({ date: z.iso.date(), name: z.string().max(60).default('') });
export type Holiday = z.infer<typeof holidaySchema>;
