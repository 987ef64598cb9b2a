import * as z from 'zod';

/** The node at which a conversation begins; each flow has one, with the id `1`. */
export const startDataSchema = z.object({ label: z.string().max(100).default('Inicio de flujo') });
