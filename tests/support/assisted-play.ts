import type { Answer } from '@prosa/functions/domain/engine/answer-turn.ts';
import { type Assistant, assistantSchema } from '@prosa/shared/entities/assistant.ts';
import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import { assistantCallMessageSchema } from '@prosa/shared/messaging/assistant-call.ts';
import { answersTo, textsOf } from './integrated-play.ts';
import type { Play, Shop } from './play.ts';

/** The id of the assistant in these tests. */
export const ASSISTANT = 8;

/** Returns the assistant. */
export const helper = (fields: Partial<Assistant> = {}): Assistant =>
  assistantSchema.parse({
    companyId: 7,
    id: ASSISTANT,
    name: 'Ajudante',
    prompt: 'Você atende os clientes de uma loja. Responda em uma frase.',
    apiKey: null,
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    queueId: 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    ...fields,
  });

/** A shop whose connection gives its tickets to the assistant. */
export const assisted = (fields: Partial<Assistant> = {}, shop: Shop = {}): Shop => ({
  assistants: [helper(fields)],
  ...shop,
  connection: { promptId: ASSISTANT, ...shop.connection },
});

/** Returns the calls of assistants so far. */
export const callsOf = (play: Play) =>
  play.stage.turns
    .flatMap(({ calls }) => calls)
    .filter(({ queue }) => queue === 'assistant-calls')
    .map(({ body, groupId }) => ({ ...assistantCallMessageSchema.parse(JSON.parse(body)), groupId }));

/** Returns the texts that each call asks about. */
export const askedBy = (play: Play): string[][] =>
  callsOf(play).map(({ messageIds }) => textsOf(play, messageIds));

/** Returns the state of the newest ticket, which an assistant must lead. */
export const automationOf = (play: Play): AutomationOf<'assistant'> => {
  const { automation } = play.ticket;
  if (automation.kind !== 'assistant') throw new Error(`led by ${automation.kind}`);
  return automation;
};

/** Applies an answer to the newest call; returns whether it changed anything. */
export const answers = (play: Play, answer: Partial<Answer> = {}): boolean =>
  answersTo(play, callsOf(play).at(-1)?.token ?? '', answer);
