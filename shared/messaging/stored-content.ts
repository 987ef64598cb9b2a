import * as z from 'zod';

/** Schemas of `dataJson`, for what the browser renders from it. */

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

/** What a message refers to, beside its content. Links come from the customer's side: they are shown, never fetched. */
export const aboutSchema = z.discriminatedUnion('kind', [
  /** The message answers a story of ours (`reply`), or the customer's story mentions us (`mention`). */
  z.strictObject({ kind: z.literal('story'), of: z.enum(['reply', 'mention']), link: z.string().max(2048) }),
  /** A product of a catalogue. */
  z.strictObject({
    kind: z.literal('product'),
    catalogId: z.string().max(100),
    productId: z.string().max(100),
  }),
  /** The advertisement or post through which the customer came. */
  z.strictObject({ kind: z.literal('ad'), ad: adSchema }),
  /** The products that the customer ordered; the message's text lists them, too. */
  z.strictObject({
    kind: z.literal('order'),
    catalogId: z.string().max(100),
    items: z
      .array(
        z.strictObject({
          productId: z.string().max(100),
          quantity: z.number().nonnegative(),
          price: z.number().nonnegative(),
          currency: z.string().max(10),
        }),
      )
      .max(100),
  }),
  /** The form that the customer filled in; the message's text has the answers. */
  z.strictObject({ kind: z.literal('form'), name: z.string().max(200) }),
]);
export type About = z.infer<typeof aboutSchema>;

type Data = Record<string, unknown> | null;

/** Returns what a message refers to, from its `dataJson`; undefined if it refers to nothing. */
export const aboutOf = (data: Data): About | undefined => aboutSchema.safeParse(data?.about).data;

/** Returns the `dataJson` of a message's content alone, without what the message refers to. Null if that is all. */
export const contentDataOf = (data: Data): Data => {
  if (data === null || !('about' in data)) return data;
  const { about: _about, ...own } = data;
  return Object.keys(own).length === 0 ? null : own;
};
