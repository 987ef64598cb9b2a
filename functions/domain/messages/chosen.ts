import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { textKey } from '../automatic/answer-limit.ts';

/** The time beside a choice in which the customer's other texts belong to it. */
const BESIDE_MS = 1000;

type Written = Pick<Message, 'body' | 'mediaType' | 'sentAt'>;

/** Returns a customer's message as the ticket keeps it after it was answered at once. */
export const chosenBy = ({ body, sentAt }: Written): NonNullable<Ticket['chosen']> => ({
  at: sentAt,
  key: textKey(body.trim()),
});

/** Whether a text was written within a second of a choice that was answered at once. */
export const isWithChoice = (chosen: Ticket['chosen'], { mediaType, sentAt }: Written): boolean =>
  chosen !== null &&
  mediaType === 'extendedTextMessage' &&
  Math.abs(Date.parse(sentAt) - Date.parse(chosen.at)) <= BESIDE_MS;

/** Whether a text is the same as that of a choice. */
export const repeatsChoice = (chosen: Ticket['chosen'], message: Written): boolean =>
  chosen?.key === chosenBy(message).key;
