import type { Integration } from '@prosa/shared/entities/integration.ts';
import { INTEGRATION_BODY_TYPE, type IntegrationBody } from '@prosa/shared/webhooks/integration-body.ts';
import * as z from 'zod';
import {
  type Adapter,
  type Exchange,
  failureOf,
  type Outcome,
  parseJson,
  type ServiceAnswer,
  type ServiceRequest,
  SILENCE,
  type Talk,
} from './adapter.ts';

const bodyOf = ({ deliveryId, messages, company, ...exchange }: Exchange): IntegrationBody => {
  const { connection, ticket, contact, nowMs } = exchange;
  return {
    id: deliveryId,
    type: INTEGRATION_BODY_TYPE,
    timestamp: new Date(nowMs).toISOString(),
    companyId: company.id,
    data: {
      connection,
      ticket,
      contact,
      messages: messages.map(({ file, ...message }) => ({
        ...message,
        fileUrl: file !== null && 'url' in file ? file.url : null,
      })),
    },
  };
};

const requestOf = ({ urlN8N: url }: Integration, body: string): ServiceRequest => ({
  url,
  body,
  auth: 'signed',
});

/** Makes the adapter of a service that gets the messages of a customer at its own address. */
const calledBack = (read: (answer: ServiceAnswer) => Outcome): Adapter => ({
  fileNeed: () => 'link',
  *talk(integration, exchange): Talk {
    if (exchange.messages.length === 0) return SILENCE;
    const answer = yield requestOf(integration, JSON.stringify(bodyOf(exchange)));
    const failure = failureOf(answer.status);
    return failure === undefined ? read(answer) : { failure };
  },
  again: requestOf,
});

/** A webhook of the company. Its response is not read; the company's system can write to the customer through the API. */
export const webhook: Adapter = calledBack(() => SILENCE);

const repliesSchema = z.object({ reply: z.union([z.string(), z.array(z.string())]) });

/**
 * Reads what a workflow answers. Only the field `reply` is for the customer: a workflow also answers that it has
 * started, with a page, with a file, or with the data of its last node.
 */
const readReply = ({ text }: ServiceAnswer): Outcome => {
  const value = parseJson(text);
  const parsed = repliesSchema.safeParse(Array.isArray(value) ? value[0] : value);
  if (!parsed.success) return SILENCE;
  return { ...SILENCE, says: [parsed.data.reply].flat().map((each) => ({ text: each, pauseMs: 0 })) };
};

/** A workflow of n8n behind its Webhook node. */
export const n8n: Adapter = calledBack(readReply);
