import * as z from 'zod';
import { idSchema, nameSchema } from './common.ts';

export const TAG_MIN_CHARS = 3;
export const tagNameInput = nameSchema(TAG_MIN_CHARS, 50);
/** Most tags that one imported contact brings, whether it comes in a spreadsheet or alone. */
export const TAGS_PER_IMPORTED_ROW = 20;
/** Names of tags as one text, between commas, semicolons or bars. */
export const tagNamesInput = z
  .string()
  .max(2000)
  .transform((text) =>
    text
      .split(/[,;|]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(tagNameInput).max(TAGS_PER_IMPORTED_ROW));
export const TAG_DEFAULT_COLOR = '#A4CCCC';

export const tagRefSchema = z.object({ id: idSchema, name: z.string(), color: z.string() });
export type TagRef = z.infer<typeof tagRefSchema>;

/** A label of contacts, or a kanban lane of tickets. */
export const tagSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  color: z.string(),
  kanban: z.boolean().default(false),
  userId: idSchema.nullable().default(null),
  /** Hours a silent ticket stays in the lane. */
  timeLane: z.number().nonnegative().default(0),
  nextLaneId: idSchema.nullable().default(null),
  rollbackLaneId: idSchema.nullable().default(null),
  greetingMessageLane: z.string().default(''),
  /** How many contacts have it: kept by the stream, each counted once. */
  contacts: z.int().default(0),
});
export type Tag = z.infer<typeof tagSchema>;
