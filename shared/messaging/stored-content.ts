import * as z from 'zod';

/** Schemas of `dataJson`, for message kinds that the browser renders from it. */

/** A poll: question and options. `multiple` allows several answers. */
export const pollSchema = z.object({
  question: z.string().max(1000),
  options: z.array(z.string().max(500)).max(100),
  multiple: z.boolean(),
});

/** An event with its times, in epoch milliseconds. */
export const eventSchema = z.object({
  name: z.string().max(1000),
  description: z.string().max(4096),
  place: z.string().max(1000),
  link: z.string().max(2048),
  startsAt: z.int().nonnegative().nullable(),
  endsAt: z.int().nonnegative().nullable(),
  isCancelled: z.boolean(),
});

/** The advertisement that a customer answers. `thumbnail`: a small JPEG in base64, empty if there is none. */
export const adSchema = z.object({
  title: z.string().max(1000),
  body: z.string().max(4096),
  link: z.string().max(2048),
  thumbnail: z.string().max(20_000),
});

/** A call; it was missed unless it was answered. */
export const callSchema = z.object({
  video: z.boolean(),
  answered: z.boolean().default(false),
  durationS: z.int().nonnegative().default(0),
});
