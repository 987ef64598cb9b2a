import * as z from 'zod';
import { parseJson } from '../integrations/adapter.ts';
import type { AssistantFailure, Question, Reply } from './question.ts';
import { handOverOf } from './tools.ts';

/** What a model answered, or why nothing of it is used, with the tokens that it used all the same. */
export type Outcome = Reply | { failure: AssistantFailure; tokens: number };

/** What a model answered, with the HTTP status (null if none came) and how long it took. */
export type Asked = Outcome & { status: number | null; durationMs: number };

/** Longest text that a customer gets as one answer. */
const TEXT_CHARS = 4_000;
/** About what a token is, for servers that do not count them. */
const CHARS_PER_TOKEN = 4;

/** Returns about how many tokens a text is. */
export const estimatedTokens = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

const code = z.union([z.string(), z.number()]).nullish();
const errorSchema = z.object({ error: z.object({ code, type: z.string().nullish() }) });
const part = z.object({ text: z.string().default('') });
const choiceSchema = z.object({
  finish_reason: z.string().nullish(),
  message: z.object({
    content: z.union([z.string(), z.array(part)]).nullish(),
    refusal: z.string().nullish(),
    tool_calls: z
      .array(z.object({ function: z.object({ name: z.string(), arguments: z.unknown().optional() }) }))
      .nullish(),
  }),
});
/** More tokens than any model takes and gives in one answer: a larger count is wrong, and is read as absent. */
const TOKENS_MAX = 10_000_000;
const count = z.number().nonnegative().max(TOKENS_MAX).nullish().catch(undefined);
const usageSchema = z.object({
  usage: z.object({ total_tokens: count, prompt_tokens: count, completion_tokens: count }),
});
const answerSchema = z.object({ choices: z.array(choiceSchema).min(1) });

/** Errors of a used-up account, beside the status 402; providers tell them apart from a limit of requests by these. */
const QUOTA: ReadonlySet<unknown> = new Set(['insufficient_quota', 'billing_hard_limit_reached']);
const CONTENT: ReadonlySet<unknown> = new Set(['content_filter', 'content_policy_violation']);

/** Returns why a provider answered with an error. @param status of the response, or the number inside the error */
const errorOf = (status: number, body: unknown): AssistantFailure => {
  const { error } = errorSchema.safeParse(body).data ?? {};
  if (status === 402 || QUOTA.has(error?.code) || QUOTA.has(error?.type)) return 'quota';
  if (status === 401 || status === 403) return 'key';
  if (status === 429) return 'busy';
  if (CONTENT.has(error?.code) || CONTENT.has(error?.type)) return 'content';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
};

/** Whether a request with this response changed nothing and cost nothing, and may be accepted a moment later. */
export const mayPass = ({ status, text }: { status: number; text: string }): boolean =>
  status === 429
    ? errorOf(status, parseJson(text)) === 'busy'
    : status === 408 || status === 409 || status >= 500;

/** Returns the HTTP status of a response; of an error inside a success, the status that the error names. */
export const statusOf = ({ status, text }: { status: number; text: string }): number => {
  const inside = errorSchema.safeParse(parseJson(text)).data?.error.code;
  const named = status < 300 ? Number(inside) : status;
  return Number.isInteger(named) && named >= 400 && named < 600 ? named : status;
};

const tokensOf = (body: unknown, asked: string, answered: string): number => {
  const { usage } = usageSchema.safeParse(body).data ?? {};
  const counted =
    usage?.total_tokens ?? (usage && (usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0));
  return Math.ceil(counted || estimatedTokens(asked) + estimatedTokens(answered));
};

/** Returns a text without what exceeds the limit: up to the end of a sentence, or else of a word. */
const cut = (text: string): string => {
  if (text.length <= TEXT_CHARS) return text;
  const start = text.slice(0, TEXT_CHARS);
  const sentence = start.search(/[.!?…\n][^.!?…\n]*$/u);
  if (sentence >= TEXT_CHARS / 2) return start.slice(0, sentence + 1).trimEnd();
  const word = start.search(/\s\S*$/u);
  return (word >= TEXT_CHARS / 2 ? start.slice(0, word) : start).trimEnd().toWellFormed();
};

const textOf = ({ message: { content } }: z.infer<typeof choiceSchema>): string =>
  cut((typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')).trim());

/** Arguments are a text of JSON; some servers send the value itself. */
const givenOf = (value: unknown): unknown => (typeof value === 'string' ? parseJson(value) : value);

/**
 * Reads the response of `/chat/completions`. Whether the model calls a tool is decided by the presence of a call,
 * because servers differ in the reason they give. A text that the limit of tokens ended is kept.
 * @param asked the request's body, from which tokens are estimated if the server does not count them
 */
export const readChat = (
  { status, text: answered }: { status: number; text: string },
  question: Pick<Question, 'queues'>,
  asked: string,
): Outcome => {
  const body = parseJson(answered);
  if (status < 200 || status >= 300) return { failure: errorOf(status, body), tokens: 0 };
  const tokens = tokensOf(body, asked, answered);
  const inside = errorSchema.safeParse(body);
  // Some gateways answer 200 before the model fails.
  if (inside.success) return { failure: errorOf(Number(inside.data.error.code), body), tokens };
  const [choice] = answerSchema.safeParse(body).data?.choices ?? [];
  if (choice === undefined) return { failure: 'not-understood', tokens };
  const said = textOf(choice);
  const [call] = choice.message.tool_calls ?? [];
  if (choice.finish_reason === 'content_filter') return { failure: 'content', tokens };
  if (call !== undefined) {
    const handsOver = handOverOf(
      { name: call.function.name, given: givenOf(call.function.arguments) },
      question,
    );
    return { text: said, handsOver, tokens };
  }
  if (said !== '') return { text: said, handsOver: undefined, tokens };
  return { failure: choice.message.refusal ? 'content' : 'not-understood', tokens };
};
