import * as z from 'zod';
import { booleanInput } from '../contracts/fields.ts';
import { flowFileSchema } from './flow-file.ts';

/** A sound; `record`: sent as a voice note. */
export const audioDataSchema = z.object({ url: flowFileSchema, record: booleanInput.default(false) });
