import * as z from 'zod';
import { PIX_KEY_TYPES } from '../rules/pix-key.ts';
import { placeShape } from './place.ts';

const titleSchema = z.string().min(1).max(200);
const footerSchema = z.string().max(200).default('');
const choiceSchema = z.strictObject({
  /** Comes back with the answer of who chooses it. */
  id: z.string().min(1).max(200),
  title: titleSchema,
});

/** An address that a button may open: of the web, and nothing that a browser would run (S-29). */
export const webAddressSchema = z.url({ protocol: /^https?$/ }).max(2000);

/** Rows of a menu in all its sections: what a person can look through, and a row of the table holds. */
export const ROWS_MAX = 100;

/** A text with a menu that opens behind a button. */
export const listContentSchema = z.strictObject({
  kind: z.literal('list'),
  title: z.string().max(200).default(''),
  text: z.string().min(1).max(4096),
  footer: footerSchema,
  /** Label of the button that opens the menu. */
  button: titleSchema,
  sections: z
    .array(
      z.strictObject({
        title: z.string().max(200).default(''),
        rows: z.array(choiceSchema.extend({ description: z.string().max(200).default('') })).min(1),
      }),
    )
    .min(1)
    .max(20)
    .refine((sections) => sections.reduce((rows, section) => rows + section.rows.length, 0) <= ROWS_MAX),
});

/** A button's action. An inbound button may lack its value; pressing it then shows a notice. */
export const buttonSchema = z.discriminatedUnion('action', [
  choiceSchema.extend({ action: z.literal('reply') }),
  z.strictObject({
    action: z.literal('url'),
    title: titleSchema,
    url: z.union([webAddressSchema, z.literal('')]),
  }),
  z.strictObject({ action: z.literal('copy'), title: titleSchema, code: z.string().max(2000) }),
  z.strictObject({ action: z.literal('call'), title: titleSchema, number: z.string().max(30) }),
]);
export type Button = z.infer<typeof buttonSchema>;

/** A text with something to press. */
export const buttonsContentSchema = z.strictObject({
  kind: z.literal('buttons'),
  title: z.string().max(200).default(''),
  text: z.string().min(1).max(4096),
  footer: footerSchema,
  buttons: z.array(buttonSchema).min(1).max(20),
});

/** Asks for a payment to somebody's Pix key. Nothing tells whether it was made. */
export const pixContentSchema = z.strictObject({
  kind: z.literal('pix'),
  title: z.string().max(200).default(''),
  /** 0 where none is named. */
  amountCents: z.int().min(0),
  keyType: z.enum(PIX_KEY_TYPES),
  pixKey: z.string().min(1).max(200),
  merchantName: z.string().max(200),
});

export const locationContentSchema = z.strictObject({ kind: z.literal('location'), ...placeShape });

export const pollContentSchema = z.strictObject({
  kind: z.literal('poll'),
  question: z.string().min(1).max(255),
  options: z.array(z.string().min(1).max(100)).min(2).max(12),
  /** Whether one may choose more than one. */
  multiple: z.boolean().default(false),
});

/** A text that the provider has approved, by its name and what fills its places. */
export const templateContentSchema = z.strictObject({
  kind: z.literal('template'),
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
  parameters: z.array(z.string().max(1024)).max(50).default([]),
  /** The template as the contact reads it, its places filled. */
  text: z.string().min(1).max(4096),
});

/** Contents with something to press, of either side. */
export const interactiveContentSchema = z.discriminatedUnion('kind', [
  listContentSchema,
  buttonsContentSchema,
  pixContentSchema,
]);
export type InteractiveContent = z.infer<typeof interactiveContentSchema>;

/** Contents that a channel may not be able to show as what they are; as a message keeps them in its `dataJson`. */
export const richContentSchema = z.discriminatedUnion('kind', [
  listContentSchema,
  buttonsContentSchema,
  pixContentSchema,
  locationContentSchema,
  pollContentSchema,
  templateContentSchema,
]);
export type RichContent = z.infer<typeof richContentSchema>;
