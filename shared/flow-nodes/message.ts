import * as z from 'zod';
import { textSchema } from '../entities/common.ts';
import { FLOW_TEXT_MAX_CHARS } from '../rules/flow-limits.ts';

/** A text. */
export const messageDataSchema = z.object({ label: textSchema().max(FLOW_TEXT_MAX_CHARS).default('') });
