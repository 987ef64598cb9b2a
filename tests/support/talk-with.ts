import type {
  Adapter,
  Exchange,
  Outcome,
  ServiceRequest,
} from '@prosa/functions/domain/integrations/adapter.ts';
import { type Integration, integrationSchema } from '@prosa/shared/entities/integration.ts';
import { channelSchema } from '@prosa/shared/messaging/identity.ts';

export const NOW_MS = Date.UTC(2026, 10, 27, 12);

/** Returns an integration with the defaults of its dialog. */
export const integrationOf = (fields: Partial<Integration> & Pick<Integration, 'type'>): Integration =>
  integrationSchema.parse({
    companyId: 1,
    id: 3,
    name: 'Bot',
    createdAt: new Date(NOW_MS).toISOString(),
    typebotDelayMessage: 0,
    ...fields,
  });

/** Returns an exchange about texts of a customer. */
export const exchangeOf = (texts: readonly string[], fields: Partial<Exchange> = {}): Exchange => ({
  deliveryId: 'd1',
  messages: texts.map((text, index) => ({
    id: `7.1.176424480000${index}-01k4x8m2`,
    type: 'extendedTextMessage',
    text,
    mimeType: null,
    at: new Date(NOW_MS + index).toISOString(),
    file: null,
  })),
  session: null,
  conversationKey: 'c0ffee',
  company: { id: 1, language: 'pt' },
  connection: { id: 1, name: 'Loja', channel: channelSchema.parse(channelSchema.options[0]) },
  ticket: { id: 12, uuid: '0000000c-9d1f-4c6e-8f0a-0f5f6d1c2b3a', status: 'pending', queueId: null },
  contact: { id: 7, name: 'Maria', number: '5521980000001', email: '' },
  nowMs: NOW_MS,
  ...fields,
});

/**
 * Lets an adapter talk with a service that gives these answers, one after the other; an object is JSON with status
 * 200.
 * @throws Error if it asks more often
 */
export const talkWith = (
  adapter: Adapter,
  integration: Integration,
  exchange: Exchange,
  answers: readonly (object | { status: number; text: string })[],
): { requests: ServiceRequest[]; outcome: Outcome } => {
  const talk = adapter.talk(integration, exchange);
  const requests: ServiceRequest[] = [];
  let step = talk.next();
  while (step.done !== true) {
    requests.push(step.value);
    const answer = answers[requests.length - 1];
    if (answer === undefined) throw new Error('it asks more often than it is answered');
    step = talk.next(
      'status' in answer && 'text' in answer
        ? { status: Number(answer.status), text: String(answer.text) }
        : { status: 200, text: JSON.stringify(answer) },
    );
  }
  return { requests, outcome: step.value };
};
