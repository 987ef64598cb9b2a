import type { Integration } from '@prosa/shared/entities/integration.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import * as z from 'zod';
import {
  type Adapter,
  failureOf,
  parseJson,
  type Reply,
  type Say,
  type ServiceRequest,
  SILENCE,
  type Talk,
  textOf,
} from './adapter.ts';

/** Dialogflow's limit for a question. */
const TEXT_CHARS = 256;

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
    intent: z.object({ endInteraction: z.boolean().default(false) }).optional(),
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

const readAnswer = ({ queryResult: result }: z.infer<typeof answerSchema>, notUnderstood: string): Reply => {
  const messages = result.fulfillmentMessages
    .map((message) => messageSchema.safeParse(message))
    .filter(({ success }) => success)
    .map(({ data }) => data)
    .filter((message) => message !== undefined);
  const said = messages.flatMap(saysOf);
  const isEnd = result.intent?.endInteraction === true || result.diagnosticInfo?.end_conversation === true;
  const hasPayload = messages.some(({ payload }) => payload !== undefined);
  const fallback = result.fulfillmentText || (isEnd || hasPayload ? '' : notUnderstood);
  return {
    says: said.length > 0 || fallback === '' ? said : [{ text: fallback, pauseMs: 0 }],
    next: { goesTo: isEnd ? 'people' : 'automation' },
  };
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

/** The agent of a Dialogflow ES project. It keeps the conversation by the name that we choose for it. */
export const dialogflow: Adapter = {
  *talk(integration, exchange): Talk {
    const { messages, company, conversationKey } = exchange;
    if (messages.length === 0) return SILENCE;
    const text = textOf(exchange).slice(0, TEXT_CHARS).toWellFormed();
    const body = JSON.stringify({ queryInput: { text: { text, languageCode: integration.language } } });
    const answer = yield requestOf(integration, body, conversationKey);
    const failure = failureOf(answer.status);
    if (failure !== undefined) return { failure };
    const parsed = answerSchema.safeParse(parseJson(answer.text));
    return parsed.success
      ? readAnswer(parsed.data, CUSTOMER_TEXTS[company.language].notUnderstood)
      : { failure: 'not-understood' };
  },
  again: requestOf,
};
