import * as z from 'zod';
import type { RichContent } from './rich-content.ts';

/** Limits of an interactive content: characters of its header, which are also those of its footer, and of its text. */
const parts = { headerChars: z.int(), textChars: z.int() };
const buttonLimits = z.object({
  ...parts,
  /** Maximum number of these buttons in one message, which then has no buttons of another kind. */
  count: z.int(),
  titleChars: z.int(),
});

/** The kinds of content that a channel shows natively; others are sent as text. Null: not supported. */
export const shownContentsSchema = z.object({
  list: z
    .object({
      ...parts,
      /** In all sections together. */
      rows: z.int(),
      titleChars: z.int(),
      descriptionChars: z.int(),
      buttonChars: z.int(),
    })
    .nullable(),
  buttons: z.record(z.enum(['reply', 'url', 'copy', 'call']), buttonLimits.nullable()),
  pix: z.boolean(),
  location: z.boolean(),
  poll: z.boolean(),
  template: z.boolean(),
});
export type ShownContents = z.infer<typeof shownContentsSchema>;

const fits = (texts: readonly string[], max: number): boolean => texts.every((text) => text.length <= max);

/** Whether a channel shows a content natively: it supports the kind, and the content is within the limits. */
export const isShown = (content: RichContent, shows: ShownContents): boolean => {
  switch (content.kind) {
    case 'list': {
      const limits = shows.list;
      const rows = content.sections.flatMap((section) => section.rows);
      return (
        limits !== null &&
        rows.length <= limits.rows &&
        fits([content.title, content.footer], limits.headerChars) &&
        fits([content.text], limits.textChars) &&
        fits([content.button], limits.buttonChars) &&
        fits(
          [...content.sections, ...rows].map(({ title }) => title),
          limits.titleChars,
        ) &&
        fits(
          rows.map(({ description }) => description),
          limits.descriptionChars,
        )
      );
    }
    case 'buttons': {
      const [first, ...others] = content.buttons;
      const limits = first === undefined ? null : shows.buttons[first.action];
      const titles = content.buttons.map(({ title }) => title);
      return (
        limits !== null &&
        others.every(({ action }) => action === first?.action) &&
        content.buttons.length <= limits.count &&
        fits([content.title, content.footer], limits.headerChars) &&
        fits([content.text], limits.textChars) &&
        fits(titles, limits.titleChars) &&
        // Providers refuse equal titles, and a customer could not tell them apart.
        new Set(titles).size === titles.length
      );
    }
    default:
      return shows[content.kind];
  }
};
