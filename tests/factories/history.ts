import {
  type HistoryMessage,
  type HistoryMessageOf,
  historyMessageSchema,
} from '@prosa/shared/messaging/history-message.ts';
import type { SQSEvent } from 'aws-lambda';
import { sqsEvent, textEvent, type Where } from './inbound-events.ts';

type PastMessage = HistoryMessageOf<'piece'>['messages'][number];

/** Returns a text of a chat's history. */
export const pastText = (
  where: Where,
  from: string,
  text: string,
  sentAt: number,
  more: Parameters<typeof textEvent>[3] = {},
): PastMessage => ({
  event: textEvent(where, from, text, { providerMessageId: `P-${from}-${text}`, sentAt, ...more }),
  ack: more.fromMe === true ? 3 : 0,
});

/** Returns the event with which the history queue calls its worker. */
export const historyEvent = (...messages: readonly HistoryMessage[]): SQSEvent =>
  sqsEvent(messages.map((message) => JSON.stringify(historyMessageSchema.parse(message))));

/** Returns the messages of an import from its beginning to its end, with one chunk of these pieces. */
export const wholeImport = (
  where: Where,
  pieces: readonly (readonly PastMessage[])[],
  name = 'C',
): HistoryMessage[] => {
  const base = { v: 1, ...where } as const;
  const count = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [
    { ...base, type: 'began', at: 1_790_000_000_000 },
    { ...base, type: 'chunk', step: `${name}.all`, messages: count },
    ...pieces.map(
      (messages, n): HistoryMessage => ({
        ...base,
        type: 'piece',
        step: `${name}.${n}`,
        messages: [...messages],
      }),
    ),
    { ...base, type: 'ended' },
  ];
};
