import * as z from 'zod';
import { idSchema, nameSchema } from './common.ts';

export const TAG_MIN_CHARS = 3;
export const TAG_MAX_CHARS = 50;
export const tagNameInput = nameSchema(TAG_MIN_CHARS, TAG_MAX_CHARS);
/** Maximum number of tags of one imported contact, in a spreadsheet or alone. */
export const TAGS_PER_IMPORTED_ROW = 20;
export const tagNamesText = z.string().max(2000);
/** Names of tags in one text, separated by commas, semicolons or bars. */
export const tagNamesInput = tagNamesText
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

/** A tag of contacts, or a column of tickets on the kanban board. */
export const tagSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  color: z.string(),
  kanban: z.boolean().default(false),
  userId: idSchema.nullable().default(null),
  /** Hours that a ticket without messages stays in the column. */
  timeLane: z.number().nonnegative().default(0),
  nextLaneId: idSchema.nullable().default(null),
  rollbackLaneId: idSchema.nullable().default(null),
  greetingMessageLane: z.string().default(''),
  /** How many contacts have the tag. Kept by the table's stream, which counts each contact once. */
  contacts: z.int().default(0),
});
export type Tag = z.infer<typeof tagSchema>;

/** What the engine knows of the columns of the board: its time and rollback rules. */
export const directoryLaneSchema = tagSchema.pick({
  companyId: true,
  id: true,
  name: true,
  color: true,
  timeLane: true,
  nextLaneId: true,
  rollbackLaneId: true,
});
export type DirectoryLane = z.infer<typeof directoryLaneSchema>;
