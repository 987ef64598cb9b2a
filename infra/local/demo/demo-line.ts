import type { Message } from '@prosa/shared/entities/message.ts';

/** A file attached to a line of a demo conversation. */
export type DemoFile = { kind: 'image' | 'pdf'; fileName: string } | { kind: 'voice'; durationS: number };

export interface DemoLine {
  from: 'customer' | 'attendant' | 'private';
  /** Name of the author, in groups. */
  writer: string | null;
  body: string;
  mediaType: Message['mediaType'];
  dataJson: Message['dataJson'];
  file: DemoFile | null;
}

const FROM = { '<': 'customer', '>': 'attendant', '#': 'private' } as const;
const isMark = (mark: string): mark is keyof typeof FROM => Object.hasOwn(FROM, mark);
const BRACKETS = /^\[(image|pdf|voice|location|contact):([^\]]+)\](.*)$/s;
const WRITER = /^([\p{L} ]{3,40}): (.*)$/su;

const vcardOf = (name: string, number: string): string =>
  ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `TEL;type=CELL;waid=${number}:+${number}`, 'END:VCARD'].join(
    '\n',
  );

const contentOf = (text: string): Pick<DemoLine, 'body' | 'mediaType' | 'dataJson' | 'file'> => {
  const [, kind, data = '', caption = ''] = BRACKETS.exec(text) ?? [];
  const plain = { body: text, mediaType: 'extendedTextMessage', dataJson: null, file: null } as const;
  switch (kind) {
    case 'image':
      return { ...plain, body: caption, mediaType: 'image', file: { kind, fileName: data } };
    case 'pdf':
      return { ...plain, body: caption || data, mediaType: 'application', file: { kind, fileName: data } };
    case 'voice':
      return { ...plain, body: '', mediaType: 'audio', file: { kind, durationS: Number(data) } };
    case 'location': {
      const [place = '', name = '', address = ''] = data.split(':');
      const [latitude, longitude] = place.split(',').map(Number);
      const link = `https://www.google.com/maps?q=${place}`;
      const dataJson = { kind: 'location', latitude, longitude, name, address };
      return { ...plain, body: [name, address, link].join('\n'), mediaType: 'locationMessage', dataJson };
    }
    case 'contact': {
      const [name = '', number = ''] = data.split(':');
      const vcard = vcardOf(name, number);
      return {
        ...plain,
        body: vcard,
        mediaType: 'contactMessage',
        dataJson: { name, contacts: [{ name, vcard }] },
      };
    }
    default:
      return plain;
  }
};

/** Parses a line of a demo conversation; see `DemoConversation` for the format. */
export const parseDemoLine = (line: string, isGroup: boolean): DemoLine => {
  const mark = line.charAt(0);
  if (!isMark(mark)) throw new Error(`a demo line begins with none of <, > and #: ${line}`);
  const from = FROM[mark];
  const text = line.slice(1);
  const [, writer = null, said = text] = isGroup && from === 'customer' ? (WRITER.exec(text) ?? []) : [];
  return { from, writer, ...contentOf(said) };
};
