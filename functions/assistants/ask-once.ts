import type { AssistantFailure } from '../domain/assistants/question.ts';
import {
  type AskOutside,
  type OutsideAnswer,
  OutsideFailed,
  type OutsideFailure,
  type OutsideQuestion,
} from '../platform/fetch-outside.ts';
import { errorFields, log } from '../platform/log.ts';

/** What a provider answered, or why it did not. */
export type Came =
  | (OutsideAnswer & { /** The bytes as UTF-8. */ text: string })
  | {
      failure: AssistantFailure;
      /** Whether the provider certainly got no byte of the request. */
      isUnsent: boolean;
      /** Whether the provider may have got the request. */
      isReached: boolean;
    };

const FAILURES: Readonly<Record<OutsideFailure, AssistantFailure>> = {
  refused: 'refused',
  unreachable: 'unreachable',
  'too-slow': 'too-slow',
  'too-large': 'too-large',
  'too-many-redirects': 'redirect',
  'no-file': 'not-understood',
};

/** Sends a request to a provider. What the provider does is a result, never an error. */
export const askOnce = async (
  ask: AskOutside,
  url: string,
  question: OutsideQuestion,
  limits: { maxBytes: number; timeoutMs: number },
): Promise<Came> => {
  try {
    const answer = await ask(url, question, limits);
    return { ...answer, text: new TextDecoder().decode(answer.bytes) };
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    const { reason, isUnsent } = error;
    log.info('the provider of an assistant did not answer', { reason, ...errorFields(error.cause) });
    return { failure: FAILURES[reason], isUnsent, isReached: !isUnsent && reason !== 'refused' };
  }
};
