import * as z from 'zod';

/** The name of a file that was uploaded for the flow, as its upload answered; empty until then. */
export const flowFileSchema = z.string().max(500).default('');
