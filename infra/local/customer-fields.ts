import * as z from 'zod';

/** Fields of a customer's action that every fake network has. */
export const customerFields = {
  name: z.string().max(500).default(''),
  text: z.string().max(65_536).optional(),
  media: z
    .object({
      mimeType: z.string().min(1).max(255),
      fileName: z.string().max(255).optional(),
      data: z.base64(),
    })
    .optional(),
  /** Id of the quoted message. */
  quoted: z.string().max(200).optional(),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .optional(),
  contact: z.object({ name: z.string(), number: z.string() }).optional(),
} as const;
