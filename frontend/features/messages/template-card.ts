import {
  type Button,
  type InteractiveContent,
  templateContentSchema,
} from '@prosa/shared/messaging/rich-content.ts';
import { contentDataOf } from '@prosa/shared/messaging/stored-content.ts';
import type { FilledTemplate } from '@prosa/shared/rules/message-template.ts';
import * as z from 'zod';

type CardContent = Extract<InteractiveContent, { kind: 'buttons' }>;

const buttonOf = ({ kind, text, value }: FilledTemplate['buttons'][number], index: number): Button => {
  switch (kind) {
    case 'reply':
      return { action: 'reply', id: String(index), title: text };
    case 'url':
      return { action: 'url', title: text, url: value };
    case 'call':
      return { action: 'call', title: text, number: value };
    case 'copy':
      return { action: 'copy', title: text, code: value };
  }
};

/** Returns the card of a filled template, which looks like that of a message with buttons. */
export const templateCard = ({ header, body, footer, buttons }: FilledTemplate): CardContent => ({
  kind: 'buttons',
  title: header,
  text: body,
  footer,
  buttons: buttons.map(buttonOf),
});

/** Only the parts that are shown: messages of earlier versions have other values, and only the text. */
const { kind, header, text, footer, buttons } = templateContentSchema.shape;
const shownSchema = z.object({ kind, header, text, footer, buttons });

/** Returns the card of a stored template message; undefined for other messages. */
export const storedTemplateCard = (dataJson: Record<string, unknown> | null): CardContent | undefined => {
  const { data } = shownSchema.safeParse(contentDataOf(dataJson));
  return data === undefined ? undefined : templateCard({ ...data, body: data.text });
};
