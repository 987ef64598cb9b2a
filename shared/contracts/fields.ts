import * as z from 'zod';
import {
  idSchema,
  instantSchema,
  type ScheduleEntry,
  scheduleEntrySchema,
  weekdaySchema,
} from '../entities/common.ts';
import { FILTER_TEXT_MAX, type FilterProblem, parseFilter } from '../rules/filters/filter-text.ts';
import { WALKED_PAGES_MAX } from '../rules/list-sizes.ts';

/**
 * Parts of requests in the format of the product's older clients: flags as words, lists as JSON in the query string,
 * numbers as text. Each is parsed here once and is an ordinary value inside.
 */

/** A boolean, or a word or digit for it, because forms and older clients have no booleans. */
export const booleanInput = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1');
/** A boolean in a query. An empty value means false. */
export const booleanQuery = z.union([booleanInput, z.literal('').transform(() => false)]);

/** `enabled` or `disabled` in the API, boolean inside. */
export const flagSchema = z.enum(['enabled', 'disabled']);
export const flagInput = z.union([booleanInput, flagSchema.transform((value) => value === 'enabled')]);
export const toFlag = (value: boolean): z.infer<typeof flagSchema> => (value ? 'enabled' : 'disabled');

/** Parses a query text as a list: a JSON array, an empty list for '', or the text as the only entry. */
const listOf = (text: string): unknown => {
  if (text === '') return [];
  if (!text.startsWith('[')) return [text];
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // Invalid JSON: the schema of the entries rejects the text.
    return [text];
  }
};

/** A list, parsed leniently: an array (also from a repeated query name), a JSON text, or a single entry. */
export const listInput = <S extends z.ZodType>(item: S) => {
  const list = z.array(item).max(1000);
  return z.union([list, z.string().max(20_000).transform(listOf).pipe(list)]);
};

/** A positive id, as a number or as text in a path or query. */
export const idInput = z.union([
  idSchema,
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
]);

/** An id or null. Forms send '' or 0 for an empty choice; it is parsed as null. */
export const idOrNone = z.union([idInput, z.literal(['', 0]).transform(() => null)]).nullable();

/** A moment or null. Forms send '' for an empty date; it is parsed as null. */
export const instantOrNone = z.union([instantSchema, z.literal('').transform(() => null)]).nullable();

export const pageNumberInput = z.union([
  z.int().min(1).max(10_000),
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
]);

/** Paging of lists: by the cursor of the previous page or, for older clients, by page number. */
export const pageQuery = {
  pageNumber: pageNumberInput
    .optional()
    .describe(
      `Without \`cursor\`: the page of this number, up to ${WALKED_PAGES_MAX}; later pages need the \`cursor\` of the page before. With it: ignored`,
    ),
  cursor: z
    .string()
    .max(2000)
    .optional()
    .describe("The `cursor` of the page before, with that page's filters"),
};

/** A text that may be empty. Older clients send null for an empty text. */
export const textOrEmpty = <S extends z.ZodType<string>>(schema: S) =>
  schema.nullable().transform((text) => text ?? '');

/** A value with a default. Older clients send null for an absent value. */
export const orDefault = <S extends z.ZodType>(schema: S, value: z.util.NoUndefined<z.output<S>>) =>
  schema
    .nullable()
    .transform((given) => given ?? value)
    // Cast: TypeScript cannot tell that a value of a generic schema is not a promise.
    .default(value as never);

/** A value that may be absent. Older clients send null for an absent value. */
export const orAbsent = <S extends z.ZodType>(schema: S) =>
  schema
    .nullable()
    .transform((given) => given ?? undefined)
    .optional();

/** An http or https address, or ''. */
export const webLinkInput = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)]);

export const searchInput = z.string().max(200).default('');

/** Describes {@link filterInput} for the documentation of routes. */
export const FILTER_FORM =
  'Further conditions: `status:open,pending attendant:none -tag:4 (queue:3 or unread) created:2026-11-01..2026-11-30 idle:>2h words:"ana lima"`. Conditions side by side must all hold. Fields of ids: queue, attendant, connection, tag, column, contact; of days: created, active, closed; of times in m, h or d: age, idle; and rating, in points from 0 to 10';

/** Tells what is wrong with the text form of a filter, and at which character. */
export const filterProblemText = ({ kind, at }: FilterProblem): string => `${kind} at character ${at + 1}`;

/** A filter of tickets in its text form, see `filter-text.ts`. A message tells what is wrong, and at which character. */
export const filterInput = z
  .string()
  .max(FILTER_TEXT_MAX)
  .transform((text, context) => {
    const parsed = parseFilter(text);
    if ('filter' in parsed) return parsed.filter;
    context.issues.push({ code: 'custom', input: text, message: filterProblemText(parsed.problem) });
    return z.NEVER;
  });

/** An acknowledgement without data. */
export const emptyResponse = z.object({});
export const messageResponse = z.object({ message: z.string() });
export const idParams = z.strictObject({ id: idInput });

/** Rejects list entries with the same key as an earlier entry, with the problem at their `field`. */
export const uniqueBy =
  <T>(keyOf: (entry: T) => string, field: string) =>
  ({ value, issues }: z.core.ParsePayload<T[]>): void => {
    const seen = new Set<string>();
    value.forEach((entry, index) => {
      const key = keyOf(entry);
      if (seen.has(key)) issues.push({ code: 'custom', path: [index, field], input: key });
      seen.add(key);
    });
  };

/**
 * A shift needs a start and a later end, or neither. A shift over midnight is entered as the end of one day and the
 * start of the next.
 */
const shiftProblems = (entry: ScheduleEntry) =>
  (['A', 'B'] as const).flatMap((shift) => {
    const [start, end] = [entry[`startTime${shift}`], entry[`endTime${shift}`]];
    if (start === '' && end === '') return [];
    if (start === '') return [{ field: `startTime${shift}`, kind: 'missing' }];
    if (end === '') return [{ field: `endTime${shift}`, kind: 'missing' }];
    return start < end ? [] : [{ field: `endTime${shift}`, kind: 'beforeStart' }];
  });

const { startTimeA, endTimeA, startTimeB, endTimeB } = scheduleEntrySchema.shape;
/** A weekday in a request. Unknown fields are dropped, because callers send back fields of their own. */
export const scheduleEntryInput = scheduleEntrySchema.strip().extend({
  startTimeA: textOrEmpty(startTimeA),
  endTimeA: textOrEmpty(endTimeA),
  startTimeB: textOrEmpty(startTimeB),
  endTimeB: textOrEmpty(endTimeB),
});

/** The hours of a week: each weekday at most once, and two shifts that end after they start. */
export const scheduleInput = z
  .array(scheduleEntryInput)
  .max(weekdaySchema.options.length)
  .check(
    uniqueBy(({ weekdayEn }) => weekdayEn, 'weekdayEn'),
    ({ value, issues }) => {
      for (const [index, entry] of value.entries())
        for (const { field, kind } of shiftProblems(entry))
          issues.push({ code: 'custom', path: [index, field], params: { kind }, input: entry });
    },
  );
