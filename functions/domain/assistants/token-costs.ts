import * as z from 'zod';
import { parseJson } from '../integrations/adapter.ts';
import { estimatedTokens } from './chat-answer.ts';

// What the calls of an assistant cost at most, which is reserved before each, and what they cost if their service does
// not tell. All in tokens, so that one budget of a month holds everything.

/** OpenAI counts a token for each tenth of a second of sound. */
const TOKENS_PER_SECOND = 10;
/** Bytes of a second of a voice message: those of WhatsApp, at 16 kbit/s, and those of Opus at its least, 6 kbit/s. */
const USUAL_SECOND_BYTES = 2_000;
const LEAST_SECOND_BYTES = 750;
/** More than the longest recording that is written down can be. */
const HEARD_MAX = 1_000_000;

/**
 * Returns the most tokens that a request to a model can use: each token of the question is at least a byte of the
 * request, and the answer is limited.
 */
export const chatCostAtMost = (body: string, maxTokens: number): number =>
  new TextEncoder().encode(body).byteLength + maxTokens;

/** Returns the most tokens that writing a recording of a voice message down can use, with its text. */
export const hearingCostAtMost = (bytes: number): number =>
  Math.ceil((bytes / LEAST_SECOND_BYTES) * TOKENS_PER_SECOND);

const counted = z.number().nonnegative().max(HEARD_MAX);
const usageSchema = z.object({
  usage: z.union([z.object({ total_tokens: counted }), z.object({ seconds: counted })]),
});

/**
 * Returns the tokens that a recording of so many bytes used: as the service tells, in tokens or seconds; otherwise by
 * its size and its text.
 */
export const hearingCost = (bytes: number, answered: string, text: string): number => {
  const { usage } = usageSchema.safeParse(parseJson(answered)).data ?? {};
  if (usage !== undefined && 'total_tokens' in usage) return Math.ceil(usage.total_tokens);
  const seconds = usage?.seconds ?? bytes / USUAL_SECOND_BYTES;
  return Math.ceil(seconds * TOKENS_PER_SECOND) + estimatedTokens(text);
};

/** Returns the tokens for which a spoken text counts: services of speech charge for its characters. */
export const speechCost = (text: string): number => estimatedTokens(text);
