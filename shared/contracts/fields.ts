import * as z from 'zod';
import { idSchema, type ScheduleEntry, scheduleEntrySchema, weekdaySchema } from '../entities/common.ts';
import { WALKED_PAGES_MAX } from '../rules/list-sizes.ts';

/**
 * Pieces of requests that the product's older clients fixed: flags as words, lists as JSON in the query string,
 * numbers as text. Each is read here once and is an ordinary value inside.
 */

/** A boolean, or the words and digits that stand for one: forms and older clients have no other. */
export const booleanInput = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1');
/** In a query an empty value says no. */
export const booleanQuery = z.union([booleanInput, z.literal('').transform(() => false)]);

/** `enabled` or `disabled` at the edge, boolean inside. */
export const flagSchema = z.enum(['enabled', 'disabled']);
export const flagInput = z.union([booleanInput, flagSchema.transform((value) => value === 'enabled')]);
export const toFlag = (value: boolean): z.infer<typeof flagSchema> => (value ? 'enabled' : 'disabled');

const parseJson = (text: string, context: z.core.$RefinementCtx): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    context.issues.push({ code: 'custom', message: 'not JSON', input: text });
    return z.NEVER;
  }
};

/** A list: as it is from our own client's types, as JSON text from the query string. */
export const listInput = <S extends z.ZodType>(item: S) => {
  const list = z.array(item).max(1000);
  return z.union([list, z.string().max(20_000).transform(parseJson).pipe(list)]);
};

/** A positive id, as a number or in a path or query. */
export const idInput = z.union([
  idSchema,
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
]);

export const pageNumberInput = z.union([
  z.int().min(1).max(10_000),
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
]);

/** How lists are paged: by the cursor of the page before or, as older clients do, by number. */
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

export const searchInput = z.string().max(200).default('');

/** Nothing but an acknowledgement. */
export const emptyResponse = z.object({});
export const messageResponse = z.object({ message: z.string() });
export const idParams = z.strictObject({ id: idInput });

/** Refuses the entries of a list whose key an earlier one has, at their `field`. */
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

/** A shift has a beginning and a later end, or neither: one over midnight is the end of a day and the beginning of the next. */
const shiftProblems = (entry: ScheduleEntry) =>
  (['A', 'B'] as const).flatMap((shift) => {
    const [start, end] = [entry[`startTime${shift}`], entry[`endTime${shift}`]];
    if (start === '' && end === '') return [];
    if (start === '') return [{ field: `startTime${shift}`, kind: 'missing' }];
    if (end === '') return [{ field: `endTime${shift}`, kind: 'missing' }];
    return start < end ? [] : [{ field: `endTime${shift}`, kind: 'beforeStart' }];
  });

/** Hours of a week: a weekday at most once, and two shifts that end after they began. */
export const scheduleInput = z
  .array(scheduleEntrySchema)
  .max(weekdaySchema.options.length)
  .check(
    uniqueBy(({ weekdayEn }) => weekdayEn, 'weekdayEn'),
    ({ value, issues }) => {
      for (const [index, entry] of value.entries())
        for (const { field, kind } of shiftProblems(entry))
          issues.push({ code: 'custom', path: [index, field], params: { kind }, input: entry });
    },
  );
