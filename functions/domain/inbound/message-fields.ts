import type { Message, MessageMedia } from '@prosa/shared/entities/message.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import type { About } from '@prosa/shared/messaging/stored-content.ts';
import { cleanFileName } from '@prosa/shared/rules/clean-file-name.ts';
import { writtenName, writtenText } from '@prosa/shared/rules/written-text.ts';
import { FILE_OVER_LIMIT } from '../automatic/file-over-limit.ts';
import { storedContentOf } from '../messages/outbound-content.ts';
import { withoutPictures } from '../messages/vcard.ts';

type MessageContent = Pick<Message, 'body' | 'mediaType' | 'media' | 'dataJson'>;
type Media = Extract<InboundContent, { media: unknown }>['media'];

/** Maximum number of bytes of shared contact cards in a row; the rest of a longer list is dropped. */
const MAX_CARDS_BYTES = 100_000;
const BYTES_PER_MB = 1024 * 1024;
/** Duration of an event without an end. */
const EVENT_LENGTH_MS = 7_200_000;

const MEDIA_TYPES = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'application',
  sticker: 'stickerMessage',
} as const;

const waitingMedia = (media: Media, downloadLimitMb: number): MessageMedia => {
  const tooLarge = media.size !== undefined && media.size > downloadLimitMb * BYTES_PER_MB;
  return {
    state: tooLarge ? 'failed' : 'fetching',
    key: '',
    mimeType: media.mimeType,
    fileName: cleanFileName(media.fileName ?? '', ''),
    size: media.size ?? 0,
    voice: media.voice,
    durationS: media.durationS ?? null,
    reason: tooLarge ? FILE_OVER_LIMIT : '',
  };
};

const fitCards = (
  contacts: readonly { name: string; vcard: string }[],
): { name: string; vcard: string }[] => {
  let room = MAX_CARDS_BYTES;
  return contacts
    .map(({ name, vcard }) => ({ name: writtenName(name), vcard: writtenText(withoutPictures(vcard)) }))
    .filter(({ name, vcard }) => {
      room -= (name.length + vcard.length) * 2;
      return room >= 0;
    });
};

const contentOf = (content: InboundContent, downloadLimitMb: number): MessageContent => {
  switch (content.kind) {
    case 'text':
      return { body: content.text, mediaType: 'extendedTextMessage', media: null, dataJson: null };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker': {
      const media = waitingMedia(content.media, downloadLimitMb);
      const caption = content.caption ?? '';
      return {
        body: caption === '' && content.kind === 'document' ? media.fileName : caption,
        mediaType: MEDIA_TYPES[content.kind],
        media,
        dataJson: null,
      };
    }
    case 'location': {
      const { latitude, longitude, name = '', address = '' } = content.location;
      const place = { latitude, longitude, name: writtenText(name), address: writtenText(address) };
      return { ...storedContentOf({ kind: 'location', ...place }), media: null };
    }
    case 'interactive':
      return { ...storedContentOf(content.content), media: null };
    case 'contacts': {
      const contacts = fitCards(content.contacts);
      return {
        body:
          contacts.length === 1 ? (contacts[0]?.vcard ?? '') : contacts.map(({ name }) => name).join('\n'),
        mediaType: 'contactMessage',
        media: null,
        dataJson: {
          name: contacts
            .map(({ name }) => name)
            .join(', ')
            .slice(0, 500),
          contacts,
        },
      };
    }
    case 'poll': {
      const { poll } = content;
      return {
        body: contentText({ kind: 'poll', ...poll }),
        mediaType: 'pollCreationMessageV3',
        media: null,
        dataJson: poll,
      };
    }
    case 'event': {
      const { startsAt, endsAt, ...event } = content.event;
      return {
        body: [event.name, event.description, event.place, event.link]
          .filter((line) => line !== '')
          .join('\n'),
        mediaType: 'eventMessage',
        media: null,
        dataJson: {
          ...event,
          startsAt,
          endsAt: startsAt === null || endsAt !== null ? endsAt : startsAt + EVENT_LENGTH_MS,
        },
      };
    }
    case 'ad':
      return { body: content.text, mediaType: 'adMetaPreview', media: null, dataJson: content.ad };
    case 'placeholder':
      return {
        body: '',
        mediaType: content.of === 'view-once' ? 'viewOnceMessage' : 'ciphertext',
        media: null,
        dataJson: null,
      };
    case 'missed-call':
      return { body: '', mediaType: 'call_log', media: null, dataJson: { video: content.video } };
    case 'answered-call': {
      const { video, durationS } = content;
      return { body: '', mediaType: 'call_log', media: null, dataJson: { video, answered: true, durationS } };
    }
    case 'unsupported': {
      const { providerType, caption = '', raw } = content;
      return {
        body: caption,
        mediaType: 'unsupported',
        media: null,
        dataJson: { providerType, ...(raw === undefined ? {} : { raw }) },
      };
    }
  }
};

/** Converts inbound content to the stored form of a message, which the lists and the conversation show (S-37). */
export const messageContentOf = (content: InboundContent, downloadLimitMb: number): MessageContent => {
  const stored = contentOf(content, downloadLimitMb);
  return { ...stored, body: writtenText(stored.body) };
};

/** Returns a content with what its message refers to, stored beside the content's own data. */
export const withAbout = (content: MessageContent, about: About | undefined): MessageContent =>
  about === undefined ? content : { ...content, dataJson: { ...content.dataJson, about } };
