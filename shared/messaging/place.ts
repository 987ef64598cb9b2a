import * as z from 'zod';

export const PLACE_NAME_MAX = 500;
export const PLACE_ADDRESS_MAX = 1000;

/** A location, with its name and address if known. Degrees. */
export const placeShape = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  name: z.string().max(PLACE_NAME_MAX).default(''),
  address: z.string().max(PLACE_ADDRESS_MAX).default(''),
};
