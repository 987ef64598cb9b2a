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

/** Splits a text into parts of at most `max` characters (UTF-16 units), in order and without empty ones. */
export const splitText = (text: string, max: number): string[] => {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const cut = cutAt(rest, max);
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut);
  }
  return [...parts, rest].filter((part) => part.trim() !== '');
};

const texts = (text: string, { textChars }: Capabilities): OutboundContent[] =>
  splitText(text, textChars).map((part) => ({ kind: 'text', text: part }));

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
    default: {
      if (isShown(content, can)) return [content];
      const text = contentText(content);
      return content.kind === 'buttons' && content.image !== undefined
        ? renderContent({ kind: 'image', ...content.image, voice: false, caption: text }, can)
        : texts(text, can);
    }
  }
};
