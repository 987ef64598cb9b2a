import * as z from 'zod';
import { textSchema } from '../entities/common.ts';

/** The node at which a conversation begins; each flow has one, with the id `1`. */
export const startDataSchema = z.object({ label: textSchema().max(100).default('Inicio de flujo') });
