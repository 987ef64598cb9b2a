import * as z from 'zod';
import { FLOW_TEXT_MAX_CHARS } from '../rules/flow-limits.ts';

/** A text. */
export const messageDataSchema = z.object({ label: z.string().max(FLOW_TEXT_MAX_CHARS).default('') });
