import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { textKey } from '../automatic/answer-limit.ts';

/** The time beside a choice in which the same text is its repetition. */
const BESIDE_MS = 1000;

type Written = Pick<Message, 'body' | 'mediaType' | 'sentAt'>;

/**
 * Returns a customer's message that chose, as its ticket keeps it.
 * @param answeredAt when the choice was answered: also the time of the prompt that it led to, if it led to one
 */
export const chosenBy = (
  { body, sentAt }: Pick<Written, 'body' | 'sentAt'>,
  answeredAt: string,
): NonNullable<Ticket['chosen']> => ({ at: sentAt, key: textKey(body.trim()), answeredAt });

/** Whether a text was written within a second of the ticket's last choice. */
export const isBesideChoice = (chosen: Ticket['chosen'], { mediaType, sentAt }: Written): boolean =>
  chosen !== null &&
  mediaType === 'extendedTextMessage' &&
  Math.abs(Date.parse(sentAt) - Date.parse(chosen.at)) <= BESIDE_MS;

/** Whether a text repeats the ticket's last choice: the same text, written within a second of it. */
export const repeatsChoice = (chosen: Ticket['chosen'], message: Written): boolean =>
  isBesideChoice(chosen, message) && chosen?.key === textKey(message.body.trim());
