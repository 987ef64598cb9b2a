import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import {
  type Asked,
  estimatedTokens,
  mayPass,
  readChat,
  statusOf,
} from '../domain/assistants/chat-answer.ts';
import { chatRequest, type Dialect, NEWEST, otherDialect } from '../domain/assistants/chat-request.ts';
import type { Question } from '../domain/assistants/question.ts';
import { chatCostAtMost } from '../domain/assistants/token-costs.ts';
import type { Clock } from '../platform/clock.ts';
import type { AskOutside } from '../platform/fetch-outside.ts';
import type { Budget } from '../repositories/assistants/assistant-usage.ts';
import { askOnce, type Came } from './ask-once.ts';

/** What is needed to ask a model. */
export interface AssistantPorts {
  ask: AskOutside;
  clock: Clock;
  /** Waits for so many milliseconds. */
  pause: (ms: number) => Promise<unknown>;
  /** undefined without one. */
  apiKey: string | undefined;
}

/** For one request, and for all requests of one question, so that the answer comes while the customer still waits. */
const REQUEST_MS = 25_000;
const QUESTION_MS = 30_000;
/** S-47. */
const ANSWER_MAX_BYTES = 1_000_000;
/** Pause before the repetition, if the provider names none; one that wants a longer one is not asked again. */
const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 3_000;

/** Returns the pause that a provider asks for, in milliseconds; undefined for a date. */
const pauseOf = (headers: Readonly<Record<string, string>>): number | undefined => {
  const inMs = headers['retry-after-ms'];
  const inS = headers['retry-after'];
  const pauseMs = inMs === undefined ? (inS === undefined ? PAUSE_MS : Number(inS) * 1000) : Number(inMs);
  return pauseMs >= 0 && pauseMs <= MAX_PAUSE_MS ? pauseMs : undefined;
};

/** Returns the pause after which a request is repeated that was not carried out; undefined if it is not. */
const repeatedAfter = (came: Came): number | undefined => {
  if ('failure' in came) return came.isUnsent ? PAUSE_MS : undefined;
  return mayPass(came) ? pauseOf(came.headers) : undefined;
};

/** What a model is asked. */
interface ModelQuestion {
  /** Address of the provider's API, without a slash at its end. */
  baseUrl: string;
  apiKey: string;
  /** Returns the body of the request. */
  bodyOf: (dialect: Dialect) => string;
  /** The queues to which the model may give the conversation. */
  queues: Question['queues'];
}

/**
 * Asks a model, within 30 s. If the provider is too busy, the request is repeated once. If its server does not know a
 * parameter, the request is sent again without it or with its older name. A failure of the provider is a result, never an
 * error.
 */
export const askModel = async (
  { ask, clock, pause }: Omit<AssistantPorts, 'apiKey'>,
  { baseUrl, apiKey, bodyOf, queues }: ModelQuestion,
): Promise<Asked> => {
  const beganMs = clock.now();
  const untilMs = beganMs + QUESTION_MS;
  let dialect = NEWEST;
  for (let repetitions = 0; ; ) {
    const body = bodyOf(dialect);
    const came = await askOnce(
      ask,
      `${baseUrl}/chat/completions`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: new TextEncoder().encode(body),
      },
      { maxBytes: ANSWER_MAX_BYTES, timeoutMs: Math.max(1, Math.min(REQUEST_MS, untilMs - clock.now())) },
    );
    const other = 'failure' in came ? undefined : otherDialect(came, dialect);
    const pauseMs = other === undefined ? repeatedAfter(came) : 0;
    const isOver = pauseMs === undefined || clock.now() + pauseMs >= untilMs;
    if (isOver || (other === undefined && repetitions > 0)) {
      const durationMs = Math.max(0, clock.now() - beganMs);
      if (!('failure' in came))
        return { ...readChat(came, { queues }, body), status: statusOf(came), durationMs };
      // A provider that was reached counts the tokens of a question also if its answer does not arrive.
      const tokens = came.isReached ? estimatedTokens(body) : 0;
      return { failure: came.failure, tokens, status: null, durationMs };
    }
    if (other === undefined) {
      repetitions += 1;
      await pause(pauseMs);
    } else dialect = other;
  }
};

/** What is not asked. */
const unasked = (failure: 'key' | 'budget'): Asked => ({ failure, tokens: 0, status: null, durationMs: 0 });

/**
 * Asks the model of an assistant for its answer to a question, as {@link askModel} does. Without a key, or with too
 * little left of the budget, none is asked.
 * @param budget that of the assistant's month; undefined for an assistant that is not stored
 */
export const askAssistant = async (
  { apiKey, ...ports }: AssistantPorts,
  assistant: Pick<Assistant, 'baseUrl' | 'model' | 'prompt' | 'maxTokens' | 'temperature'>,
  question: Question,
  budget: Budget | undefined,
): Promise<Asked> => {
  if (apiKey === undefined) return unasked('key');
  const bodyOf = (dialect: Dialect): string => chatRequest(assistant, question, dialect);
  const costAtMost = chatCostAtMost(bodyOf(NEWEST), assistant.maxTokens);
  if (budget !== undefined && !(await budget.reserve(costAtMost, ports.clock.now())))
    return unasked('budget');
  const asked = await askModel(ports, {
    baseUrl: assistant.baseUrl,
    apiKey,
    bodyOf,
    queues: question.queues,
  });
  budget?.spend(asked.tokens);
  return asked;
};
