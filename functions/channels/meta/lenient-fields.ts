import * as z from 'zod';

/** Longest text of a message that is stored, in UTF-16 units. */
const TEXT_MAX = 65_536;
/** Longest link that is stored beside a message. */
const LINK_MAX = 2048;
/** Times below this number are seconds: as milliseconds they would be in 1973, as seconds they reach the year 5138. */
const SECONDS_BELOW = 100_000_000_000;

/** Describes a field that an update can do without: a malformed one is read as absent. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** Cuts a text to what is stored. */
export const clip = (text: string): string => text.slice(0, TEXT_MAX).toWellFormed();

/** A text of any length, cut to what is stored; an empty one is read as absent. */
export const someText = lenient(z.string().min(1).transform(clip));

const isHttps = (link: string): boolean => URL.canParse(link) && new URL(link).protocol === 'https:';

/** A link that is shown beside a message. Another protocol than https, or a link that is too long, is read as absent. */
export const shownLink = lenient(z.string().max(LINK_MAX).refine(isHttps));

/** An id of Meta. */
export const metaId = z.string().min(1).max(100);
/** The id of a message; within the 200 characters that are stored, the rest is for the number of a part: `mid#12`. */
export const messageId = z.string().min(1).max(196);

const timeOf = (raw: unknown): number | undefined => {
  const time = typeof raw === 'string' && /^\d{9,16}$/.test(raw) ? Number(raw) : raw;
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time <= 0) return undefined;
  return time < SECONDS_BELOW ? time * 1000 : time;
};

/** A time, which Meta sends as milliseconds or seconds, as a number or a text. Read as epoch milliseconds, if at all. */
export const someTime = z.unknown().transform(timeOf).optional();

/** The same for an update that means nothing without its time. */
export const itsTime = z.unknown().transform((raw, context) => {
  const time = timeOf(raw);
  if (time !== undefined) return time;
  context.addIssue('no time');
  return z.NEVER;
});
