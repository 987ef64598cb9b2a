import type { Message } from '@prosa/shared/entities/message.ts';
import type { Line } from './question.ts';

type Shown = Pick<
  Message,
  'id' | 'fromMe' | 'body' | 'mediaType' | 'media' | 'transcription' | 'isDeleted' | 'isPrivate'
>;

/** Whether a message is one that its customer spoke. */
export const isSpoken = ({ mediaType, fromMe }: Pick<Message, 'mediaType' | 'fromMe'>): boolean =>
  mediaType === 'audio' && !fromMe;

const textOf = (message: Shown, transcripts: ReadonlyMap<string, string>): string => {
  if (message.body.trim() !== '') return message.body;
  if (message.mediaType !== 'audio') return `[${message.mediaType}]`;
  return (message.transcription ?? transcripts.get(message.id) ?? '').trim();
};

/**
 * Returns messages as lines, in their order. The line of a voice message is its transcript; that of another file is its
 * caption, or else its kind. Notes between attendants, removed messages and voice messages without words are left out.
 * @param transcripts of voice messages, by the id of the message
 */
export const linesOf = (messages: readonly Shown[], transcripts: ReadonlyMap<string, string>): Line[] =>
  messages
    .filter(({ isDeleted, isPrivate }) => !isDeleted && !isPrivate)
    .map(
      (message): Line => ({
        by: message.fromMe ? 'company' : 'customer',
        text: textOf(message, transcripts),
      }),
    )
    .filter(({ text }) => text !== '');
