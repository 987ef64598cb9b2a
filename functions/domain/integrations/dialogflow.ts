import type { Integration } from '@prosa/shared/entities/integration.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import * as z from 'zod';
import {
  type Adapter,
  type Exchange,
  failureOf,
  parseJson,
  type Reply,
  type Say,
  type ServiceRequest,
  type Session,
  SILENCE,
  type Talk,
} from './adapter.ts';
import { bodyOf, canHear, queriesOf } from './dialogflow-query.ts';
import { handOver, MAX_MISSES } from './hand-over.ts';

/** A message that Dialogflow has for one of the platforms it knows is not for us. */
const neutral = z.enum(['PLATFORM_UNSPECIFIED']).optional();
const link = z.object({ imageUri: z.string().default('') });
const messageSchema = z.object({
  platform: neutral,
  /** Variants of one message. */
  text: z.object({ text: z.array(z.string()).default([]) }).optional(),
  image: link.optional(),
  quickReplies: z
    .object({ title: z.string().default(''), quickReplies: z.array(z.string()).default([]) })
    .optional(),
  card: link.extend({ title: z.string().default(''), subtitle: z.string().default('') }).optional(),
  /** For programs: its form is the author's. */
  payload: z.record(z.string(), z.unknown()).optional(),
});
const answerSchema = z.object({
  queryResult: z.object({
    fulfillmentText: z.string().default(''),
    fulfillmentMessages: z.array(z.unknown()).default([]),
    intent: z
      .object({ endInteraction: z.boolean().default(false), isFallback: z.boolean().catch(false) })
      .optional(),
    diagnosticInfo: z.object({ end_conversation: z.boolean().default(false) }).optional(),
  }),
});

const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

const saysOf = ({ text, image, quickReplies, card }: z.infer<typeof messageSchema>): Say[] => {
  const texts = [
    text?.text.find((variant) => variant !== '') ?? '',
    lines(
      quickReplies?.title ?? '',
      ...(quickReplies?.quickReplies ?? []).map((reply, index) => `[ ${index + 1} ] ${reply}`),
    ),
    lines(card?.title ?? '', card?.subtitle ?? ''),
  ];
  const urls = [image?.imageUri ?? '', card?.imageUri ?? ''];
  return [
    ...texts.filter((each) => each !== '').map((each) => ({ text: each, pauseMs: 0 })),
    ...urls.filter((each) => each !== '').map((url) => ({ url, pauseMs: 0 })),
  ];
};

/** What Dialogflow answers to one query. */
interface Read {
  says: Say[];
  isEnd: boolean;
  /** It did not understand the customer: its fallback intent, or no answer at all. */
  isMiss: boolean;
}

const readAnswer = ({ queryResult: result }: z.infer<typeof answerSchema>, notUnderstood: string): Read => {
  const messages = result.fulfillmentMessages
    .map((message) => messageSchema.safeParse(message))
    .filter(({ success }) => success)
    .map(({ data }) => data)
    .filter((message) => message !== undefined);
  const said = messages.flatMap(saysOf);
  const isEnd = result.intent?.endInteraction === true || result.diagnosticInfo?.end_conversation === true;
  const hasPayload = messages.some(({ payload }) => payload !== undefined);
  const isAnswered = said.length > 0 || result.fulfillmentText !== '' || isEnd || hasPayload;
  const fallback = isAnswered ? result.fulfillmentText : notUnderstood;
  return {
    says: said.length > 0 || fallback === '' ? said : [{ text: fallback, pauseMs: 0 }],
    isEnd,
    isMiss: !isAnswered || (!isEnd && result.intent?.isFallback === true),
  };
};

/** What is remembered between two messages of a customer, in `state` of the session. */
const stateSchema = z.object({ misses: z.number().int().nonnegative() });

const missesOf = (session: Session | null): number =>
  stateSchema.safeParse(parseJson(session?.state ?? '')).data?.misses ?? 0;

/** Returns the reply after an answer that did not understand the customer. */
const afterMiss = (says: readonly Say[], { session, company, conversationKey, nowMs }: Exchange): Reply => {
  const misses = missesOf(session) + 1;
  if (misses >= MAX_MISSES) return handOver(company.language);
  const startedAt = session?.startedAt ?? new Date(nowMs).toISOString();
  const counted = { id: conversationKey, startedAt, state: JSON.stringify({ misses }) };
  return { says, session: counted, next: { goesTo: 'automation' } };
};

const requestOf = (
  { projectName }: Pick<Integration, 'projectName'>,
  body: string,
  conversationKey: string,
): ServiceRequest => {
  const project = encodeURIComponent(projectName.toWellFormed());
  return {
    url: `https://dialogflow.googleapis.com/v2/projects/${project}/agent/sessions/${conversationKey}:detectIntent`,
    body,
    auth: 'google',
  };
};

/**
 * The agent of a Dialogflow ES project. It keeps the conversation by the name that we choose for it. It hears voice
 * messages. A voice message that it cannot take gives the ticket to people, because only people can listen to it. Several
 * answers in a row that it does not understand also give the ticket to people.
 */
export const dialogflow: Adapter = {
  fileNeed: (file) => (canHear(file) ? 'content' : undefined),
  *talk(integration, exchange): Talk {
    const { messages, company, conversationKey, session } = exchange;
    if (messages.length === 0) return SILENCE;
    const queries = queriesOf(messages);
    if (queries === undefined) return handOver(company.language);
    const reads: Read[] = [];
    for (const query of queries) {
      const { body, logged } = bodyOf(query, integration.language);
      const answer = yield { ...requestOf(integration, body, conversationKey), ...logged };
      const failure = failureOf(answer.status);
      if (failure !== undefined) return { failure };
      const parsed = answerSchema.safeParse(parseJson(answer.text));
      if (!parsed.success) return { failure: 'not-understood' };
      const read = readAnswer(parsed.data, CUSTOMER_TEXTS[company.language].notUnderstood);
      reads.push(read);
      if (read.isEnd) break;
    }
    const says = reads.flatMap((read) => read.says);
    if (reads.at(-1)?.isEnd === true) return { says, next: { goesTo: 'people' } };
    if (reads.every(({ isMiss }) => isMiss)) return afterMiss(says, exchange);
    return { says, ...(session === null ? {} : { session: null }), next: { goesTo: 'automation' } };
  },
  again: requestOf,
};
