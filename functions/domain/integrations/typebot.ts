import type { Integration } from '@prosa/shared/entities/integration.ts';
import * as z from 'zod';
import {
  type Adapter,
  type Exchange,
  failureOf,
  parseJson,
  type Say,
  type ServiceAnswer,
  type ServiceFailure,
  type ServiceRequest,
  type Session,
  type Talk,
  textOf,
} from './adapter.ts';
import { handOver, MAX_MISSES } from './hand-over.ts';
import { goesOn, readBubbles, retryOf, type TypebotAnswer, typebotAnswerSchema } from './typebot-answer.ts';
import {
  choicesOf,
  chosen,
  fileUseSchema,
  fileUsesOf,
  isMultipleInput,
  messageWithFiles,
  numberedChoices,
  type TypebotMessage,
} from './typebot-input.ts';

/** What is remembered between two messages of a customer, in `state` of the session. */
const stateSchema = z.object({
  /** When the customer last wrote, in epoch milliseconds. */
  heardMs: z.number(),
  inputId: z.string(),
  choices: z.array(z.string()),
  isMultiple: z.boolean(),
  /** How the input takes files. */
  fileUses: z.array(fileUseSchema).default([]),
  /** Messages in a row that did not fit. */
  misses: z.number().int().nonnegative().default(0),
});
type State = z.infer<typeof stateSchema>;

/** The limit of the event `answer`. */
const STATE_CHARS = 4_000;
/** Empty messages after which a bot that never stops is left. */
const MAX_STEPS = 10;
const MINUTE_MS = 60_000;
const NOT_FOUND = 404;

const FORMAT = { textBubbleContentFormat: 'markdown' } as const;

const startRequest = (
  { urlN8N: origin, typebotSlug }: Pick<Integration, 'urlN8N' | 'typebotSlug'>,
  body: string,
): ServiceRequest => ({
  url: `${origin.replace(/\/$/, '')}/api/v1/typebots/${encodeURIComponent(typebotSlug.toWellFormed())}/startChat`,
  body,
});

const start = (integration: Integration, exchange: Exchange): ServiceRequest => {
  const { name: pushName, number } = exchange.contact;
  const remoteJid = number === '' ? '' : `${number}@s.whatsapp.net`;
  const body = {
    // Typebot takes it as the answer to an input that its flow begins with.
    ...(exchange.messages.length === 0 ? {} : { message: textOf(exchange) }),
    isStreamEnabled: false,
    isOnlyRegistering: false,
    prefilledVariables: { number, pushName, remoteJid },
    ...FORMAT,
  };
  return startRequest(integration, JSON.stringify(body));
};

const continued = (
  { urlN8N: origin }: Integration,
  sessionId: string,
  message: TypebotMessage | undefined,
): ServiceRequest => ({
  url: `${origin.replace(/\/$/, '')}/api/v1/sessions/${encodeURIComponent(sessionId.toWellFormed())}/continueChat`,
  body: JSON.stringify({ ...(message === undefined ? {} : { message }), ...FORMAT }),
});

const readState = ({ state }: Session): State | undefined => stateSchema.safeParse(parseJson(state)).data;

/** Returns the state of a session that is still valid; undefined if the bot has to begin anew. */
const stateOf = (
  { typebotExpires }: Integration,
  { session, messages, nowMs }: Exchange,
): { session: Session; state: State } | undefined => {
  if (session === null || messages.length === 0) return undefined;
  const state = readState(session);
  if (state === undefined) return undefined;
  const isExpired = typebotExpires > 0 && nowMs - state.heardMs > typebotExpires * MINUTE_MS;
  return isExpired ? undefined : { session, state };
};

/** Returns the session that waits at an input, with its choices if they fit. */
const sessionAt = (session: Pick<Session, 'id' | 'startedAt'>, state: State): Session => {
  const whole = JSON.stringify(state);
  return {
    ...session,
    state: whole.length <= STATE_CHARS ? whole : JSON.stringify({ ...state, choices: [] }),
  };
};

const read = (answer: ServiceAnswer): TypebotAnswer | { failure: ServiceFailure } => {
  const failure = failureOf(answer.status);
  if (failure !== undefined) return { failure };
  const parsed = typebotAnswerSchema.safeParse(parseJson(answer.text));
  return parsed.success ? parsed.data : { failure: 'not-understood' };
};

/**
 * A bot of Typebot, over the chat API of its viewer. A session that Typebot no longer knows begins anew, once. Without
 * an input the bot has ended: its session is forgotten, because Typebot would begin anew by itself. People take over from
 * a bot that says too often in a row that an answer does not fit.
 */
export const typebot: Adapter = {
  fileNeed: ({ type }, session) => {
    const uses = (session === null ? undefined : readState(session))?.fileUses ?? [];
    return uses.some((use) => use !== 'audio' || type === 'audio') ? 'link' : undefined;
  },
  *talk(integration, exchange): Talk {
    const { typebotDelayMessage: delayMs, typebotUnknownMessage } = integration;
    const { nowMs, messages, company } = exchange;
    let running = stateOf(integration, exchange);
    const text = textOf(exchange);
    const hasChoices = running !== undefined && running.state.choices.length > 0;
    const choice = running === undefined ? undefined : chosen(text, running.state);
    let came = yield running === undefined
      ? start(integration, exchange)
      : continued(
          integration,
          running.session.id,
          choice ?? messageWithFiles(messages, running.state) ?? text,
        );
    if (running !== undefined && came.status === NOT_FOUND) {
      running = undefined;
      came = yield start(integration, exchange);
    }
    let answer = read(came);
    if ('failure' in answer) return answer;
    const session = running?.session ?? {
      id: answer.sessionId ?? '',
      startedAt: new Date(nowMs).toISOString(),
    };
    if (session.id === '') return { failure: 'not-understood' };

    const asked = { inputId: running?.state.inputId ?? '', misses: hasChoices && choice === undefined };
    const retry = running === undefined ? undefined : retryOf(answer, asked);
    const misses = retry === undefined ? 0 : (running?.state.misses ?? 0) + 1;
    if (misses >= MAX_MISSES) return handOver(company.language, delayMs);
    const says: Say[] = [];
    let pauseMs = 0;
    if (retry === 'general' && typebotUnknownMessage !== '')
      says.push({ text: typebotUnknownMessage, pauseMs: delayMs });
    else {
      const bubbles = readBubbles(answer, { pauseMs, delayMs });
      says.push(...bubbles.says);
      if (bubbles.order !== undefined) return { says, session: null, next: bubbles.order };
      pauseMs = bubbles.pauseMs;
    }
    for (let steps = 0; goesOn(answer) && steps < MAX_STEPS; steps++) {
      const after = read(yield continued(integration, session.id, undefined));
      if ('failure' in after) return after;
      const bubbles = readBubbles(after, { pauseMs, delayMs });
      says.push(...bubbles.says);
      if (bubbles.order !== undefined) return { says, session: null, next: bubbles.order };
      pauseMs = bubbles.pauseMs;
      answer = after;
    }

    const { input } = answer;
    if (input === undefined || input === null) return { says, session: null, next: { goesTo: 'automation' } };
    const choices = choicesOf(input);
    if (choices.length > 0) says.push({ text: numberedChoices(choices), pauseMs: pauseMs + delayMs });
    const state: State = {
      heardMs: nowMs,
      inputId: input.id,
      choices,
      isMultiple: isMultipleInput(input),
      fileUses: fileUsesOf(input),
      misses,
    };
    return { says, session: sessionAt(session, state), next: { goesTo: 'automation' } };
  },
  again: startRequest,
};
