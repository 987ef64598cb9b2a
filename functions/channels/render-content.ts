import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { isShown } from '@prosa/shared/messaging/content-shown.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import type { Capabilities } from './channel.ts';

/** Returns where to cut a text: after the last line or word that fits, never inside a character. */
const cutAt = (text: string, max: number): number => {
  const head = text.slice(0, max);
  const line = head.lastIndexOf('\n');
  // A line break far from the limit would leave a short part.
  const cut = line > max / 2 ? line : head.lastIndexOf(' ');
  if (cut > 0) return cut + 1;
  return /[\ud800-\udbff]$/.test(head) ? max - 1 : max;
};

/** Returns how many of a text's characters (UTF-16 units), from its beginning, have at most `maxBytes` in UTF-8. */
const charsWithin = (text: string, maxBytes: number): number =>
  new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read;

/**
 * Splits a text into parts of at most `maxChars` characters (UTF-16 units), and `maxBytes` in UTF-8 unless that is
 * null, in order and without empty ones.
 */
export const splitText = (text: string, maxChars: number, maxBytes: number | null): string[] => {
  const fitting = (rest: string): number =>
    maxBytes === null ? maxChars : Math.min(maxChars, charsWithin(rest, maxBytes));
  const parts: string[] = [];
  let rest = text;
  for (let max = fitting(rest); rest.length > max; max = fitting(rest)) {
    const cut = cutAt(rest, max);
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut);
  }
  return [...parts, rest].filter((part) => part.trim() !== '');
};

const texts = (text: string, { textChars, textBytes }: Capabilities): OutboundContent[] =>
  splitText(text, textChars, textBytes).map((part) => ({ kind: 'text', text: part }));

type ButtonsContent = Extract<OutboundContent, { kind: 'buttons' }>;

/** Returns buttons with a picture in place of their header, so that the title is in the text. */
const titledInText = (content: ButtonsContent): ButtonsContent =>
  content.image === undefined || content.title === ''
    ? content
    : { ...content, title: '', text: `*${content.title}*\n${content.text}` };

/** Converts a content to one or more that a channel with these capabilities can show; see `Channel.render`. */
export const renderContent = (content: OutboundContent, can: Capabilities): OutboundContent[] => {
  switch (content.kind) {
    case 'text':
      return texts(content.text, can);
    case 'contact':
      return can.contactCards ? [content] : texts(content.vcard, can);
    case 'image':
    case 'video':
    case 'audio':
    case 'document': {
      const { caption, ...file } = content;
      const plain = { ...file, voice: file.voice && can.voiceNotes };
      if (caption === undefined) return [plain];
      return caption.length <= can.captionChars ? [{ ...plain, caption }] : [plain, ...texts(caption, can)];
    }
    case 'buttons': {
      const native = titledInText(content);
      const isPossible = content.image === undefined || can.buttonPictures;
      if (isPossible && isShown(native, can)) return [native];
      const text = contentText(content);
      return content.image === undefined
        ? texts(text, can)
        : renderContent({ kind: 'image', ...content.image, voice: false, caption: text }, can);
    }
    default:
      return isShown(content, can) ? [content] : texts(contentText(content), can);
  }
};
