import * as z from 'zod';
import { textSchema } from '../entities/common.ts';
import { FLOW_TEXT_MAX_CHARS } from '../rules/flow-limits.ts';

/** Asks, and stores the customer's answer as the variable `answerKey`. The field's name is the specification's. */
export const questionDataSchema = z.object({
  typebotIntegration: z
    .object({
      message: textSchema().max(FLOW_TEXT_MAX_CHARS).default(''),
      answerKey: z.string().max(50).default(''),
    })
    .default({ message: '', answerKey: '' }),
});
