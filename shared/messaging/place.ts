import * as z from 'zod';

/** A location, with its name and address if known. Degrees. */
export const placeShape = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: z.string().max(500).default(''),
  address: z.string().max(1000).default(''),
};
