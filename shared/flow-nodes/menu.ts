import * as z from 'zod';
import { textSchema } from '../entities/common.ts';
import { FLOW_OPTIONS_MAX, FLOW_TEXT_MAX_CHARS } from '../rules/flow-limits.ts';

/** A text with numbered options. The handle of an option is `a` and its number; `default` follows answers that match none. */
export const menuDataSchema = z.object({
  message: textSchema().max(FLOW_TEXT_MAX_CHARS).default(''),
  arrayOption: z
    .array(z.object({ number: z.int().positive().max(99), value: textSchema().max(200) }))
    .max(FLOW_OPTIONS_MAX)
    .default([]),
});
