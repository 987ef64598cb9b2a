import type { Integration } from '@prosa/shared/entities/integration.ts';
import {
  type Exchange,
  failureOf,
  type Outcome,
  type Reply,
  type ServiceAnswer,
  type ServiceFailure,
  type ServiceRequest,
  type Talk,
} from '../domain/integrations/adapter.ts';
import { adapterOf } from '../domain/integrations/adapters.ts';
import { sha256 } from '../platform/ids.ts';
import { errorFields, log } from '../platform/log.ts';
import { type AskPorts, type CallRecord, ServiceCalls } from './service-calls.ts';

/** What an integration answered; without a reply, why it did not. */
export interface AskResult {
  reply: Reply | undefined;
  /** '' with a reply. */
  failure: ServiceFailure | '';
  /** The newest request for the log; undefined if none was made. */
  call: CallRecord | undefined;
}

/** An integration that is not asked does not answer. */
const TO_PEOPLE: Reply = { says: [], next: { goesTo: 'people' } };

/** Dialogflow's limit for the id of a session. */
const KEY_CHARS = 36;
const keyOf = ({ companyId, id }: Integration, ...rest: readonly (number | string)[]): string =>
  sha256(JSON.stringify([companyId, id, ...rest])).slice(0, KEY_CHARS);

/**
 * Reads an answer. An adapter that throws has read something that it did not foresee: asking the service again would
 * bring the same, so it ends as the service's failure.
 */
const goOn = (talk: Talk, answer: ServiceAnswer): IteratorResult<ServiceRequest, Outcome> => {
  try {
    return talk.next(answer);
  } catch (error) {
    log.error('the answer of an integration cannot be read', errorFields(error));
    return { done: true, value: { failure: 'not-understood' } };
  }
};

const run = async (talk: Talk, calls: ServiceCalls): Promise<Outcome> => {
  let step = talk.next();
  while (step.done !== true) {
    const answer = await calls.send(step.value);
    if ('failure' in answer) return answer;
    step = goOn(talk, answer);
  }
  return step.value;
};

const resultOf = (outcome: Outcome, calls: ServiceCalls): AskResult =>
  'failure' in outcome
    ? { reply: undefined, failure: outcome.failure, call: calls.record(outcome.failure) }
    : { reply: outcome, failure: '', call: calls.record(undefined) };

/**
 * Asks an integration for its answer to messages of a customer, within 30 s. Repeats a request, at most twice, only if
 * it certainly changed nothing. What the service does is a result, never an error.
 */
export const askIntegration = async (
  ports: AskPorts,
  integration: Integration,
  asked: Omit<Exchange, 'conversationKey'>,
): Promise<AskResult> => {
  const conversationKey = keyOf(integration, asked.ticket.id, asked.contact.id);
  const calls = new ServiceCalls(ports, asked.deliveryId);
  const talk = adapterOf(integration.type)?.talk(integration, { ...asked, conversationKey });
  return resultOf(talk === undefined ? TO_PEOPLE : await run(talk, calls), calls);
};

/**
 * Sends the body of an earlier request again, to read the response; no customer gets it. A bot gets it in a new
 * conversation.
 * @param deliveryId identifies this request to a service that gets signed ones
 * @returns undefined if integrations of this type are not called
 */
export const askAgain = async (
  ports: AskPorts,
  integration: Integration,
  body: string,
  deliveryId: string,
): Promise<CallRecord | undefined> => {
  const calls = new ServiceCalls(ports, deliveryId);
  const key = keyOf(integration, deliveryId);
  const request = adapterOf(integration.type)?.again(integration, body, key);
  if (request === undefined) return undefined;
  const answer = await calls.send(request);
  return calls.record('failure' in answer ? answer.failure : failureOf(answer.status));
};
