import * as z from 'zod';
import { booleanInput } from '../contracts/fields.ts';
import { textSchema } from '../entities/common.ts';
import { FLOW_ELEMENTS_MAX, FLOW_TEXT_MAX_CHARS } from '../rules/flow-limits.ts';

/** What one block of a content node is. */
export const CONTENT_ELEMENTS = ['message', 'interval', 'img', 'audio', 'video'] as const;

/** Blocks that are sent one after the other, in the order of `seq`, which holds their numbers: `message0`, `img1`. */
export const contentDataSchema = z.object({
  seq: z.array(z.string().max(30)).max(FLOW_ELEMENTS_MAX).default([]),
  elements: z
    .array(
      z.object({
        type: z.enum(CONTENT_ELEMENTS),
        /** A text, the name of a file, or seconds. */
        value: z
          .union([textSchema().max(FLOW_TEXT_MAX_CHARS), z.number().min(0).max(1_000_000)])
          .transform(String),
        /** Its key in `seq`. */
        number: z.string().max(30),
        /** The file's name as the user had it. */
        original: textSchema().max(255).default(''),
        record: booleanInput.default(false),
      }),
    )
    .max(FLOW_ELEMENTS_MAX)
    .default([]),
});
