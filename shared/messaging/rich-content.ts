import * as z from 'zod';
import { PIX_KEY_TYPES } from '../rules/pix-key.ts';
import { placeShape } from './place.ts';

const titleSchema = z.string().min(1).max(200);
const footerSchema = z.string().max(200).default('');
const choiceSchema = z.strictObject({
  /** Returned with the answer of the customer who chooses it. */
  id: z.string().min(1).max(200),
  title: titleSchema,
});

/** An address that a button may open: only http and https, so nothing that a browser would run (S-29). */
export const webAddressSchema = z.url({ protocol: /^https?$/ }).max(2000);

/**
 * Maximum number of rows of a menu in all its sections, so that people can read them and a row of the table can hold
 * them.
 */
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

/** A text with buttons. */
export const buttonsContentSchema = z.strictObject({
  kind: z.literal('buttons'),
  title: z.string().max(200).default(''),
  text: z.string().min(1).max(4096),
  footer: footerSchema,
  buttons: z.array(buttonSchema).min(1).max(20),
});

/** A request for a payment to a Pix key. The system does not learn whether it was paid. */
export const pixContentSchema = z.strictObject({
  kind: z.literal('pix'),
  title: z.string().max(200).default(''),
  /** 0 without an amount. */
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
  /** Whether several options may be chosen. */
  multiple: z.boolean().default(false),
});

/**
 * A template that the provider has approved, by its name, with the values of its variables and its parts as the contact
 * reads them. The file of its header is the message's.
 */
export const templateContentSchema = z.strictObject({
  kind: z.literal('template'),
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
  /** The name of the header's variable, '' if it is numbered, and its value, '' without one. */
  headerName: z.string().max(60).default(''),
  headerValue: z.string().max(1024).default(''),
  /** Values of the body's variables in their order; `name` is '' for a numbered one. */
  parameters: z
    .array(z.strictObject({ name: z.string().max(60), value: z.string().max(1024) }))
    .max(50)
    .default([]),
  /** Values of buttons that need one, by their index. */
  buttonValues: z
    .array(
      z.strictObject({
        index: z.int().min(0).max(9),
        kind: z.enum(['url', 'copy']),
        value: z.string().max(2000),
      }),
    )
    .max(10)
    .default([]),
  header: z.string().max(1024).default(''),
  text: z.string().min(1).max(4096),
  footer: footerSchema,
  buttons: z
    .array(
      z.strictObject({
        kind: z.enum(['reply', 'url', 'call', 'copy']),
        text: z.string().max(200),
        value: z.string().max(2000),
      }),
    )
    .max(10)
    .default([]),
});

/** Interactive contents, of either side. */
export const interactiveContentSchema = z.discriminatedUnion('kind', [
  listContentSchema,
  buttonsContentSchema,
  pixContentSchema,
]);
export type InteractiveContent = z.infer<typeof interactiveContentSchema>;

/** Contents that some channels cannot show natively, in the form of a message's `dataJson`. */
export const richContentSchema = z.discriminatedUnion('kind', [
  listContentSchema,
  buttonsContentSchema,
  pixContentSchema,
  locationContentSchema,
  pollContentSchema,
  templateContentSchema,
]);
export type RichContent = z.infer<typeof richContentSchema>;
