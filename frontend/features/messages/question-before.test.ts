import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { messageExample } from '@prosa/shared/events/messages.ts';
import { expect, it } from 'vitest';
import { questionBefore } from './question-before.ts';

const said = (id: string, fields: Partial<MessageView>): MessageView => ({
  ...messageExample,
  id,
  ...fields,
});
const MESSAGES = [
  said('1', { body: 'Bom dia' }),
  said('2', { fromMe: true, body: 'Olá' }),
  said('3', { body: 'Vocês abrem' }),
  said('4', { body: '', mediaType: 'audio', transcribedText: 'no sábado?' }),
  said('5', { body: 'esquece', isDeleted: true }),
  said('6', { fromMe: true, body: 'Sou uma IA.' }),
  said('7', { fromMe: true, body: 'Sim, até as 18h.' }),
  said('8', { body: 'Obrigado' }),
];

it.each([
  ['the messages in a row before the answer', '7', 'Vocês abrem\nno sábado?'],
  ['the first message', '2', 'Bom dia'],
  ['nothing before the first message', '1', ''],
])('the question before an answer: %s', (_what, id, question) => {
  expect(questionBefore(MESSAGES, id)).toBe(question);
});
