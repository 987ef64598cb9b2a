import { timingSafeEqual } from 'node:crypto';
import { requireEnv } from '../platform/env.ts';
import { sha256 } from '../platform/ids.ts';
import { createHandler, logFailures } from '../platform/lambda/create-handler.ts';
import { originSecrets } from '../platform/secrets.ts';
import { usageKeyOf } from './usage-key.ts';

const HEADER = 'x-prosa-origin';
/** What is shown wrongly has the secret read anew, at most so often: a flood of guesses costs one read a second. */
const REREAD_MS = 1_000;

interface GuardEvent {
  headers?: Record<string, string | undefined>;
  /** Named by WebSocket and REST APIs, which want a policy; HTTP APIs want yes or no. */
  methodArn?: string;
  /** Of a REST API alone. */
  httpMethod?: string;
}

type Verdict =
  | { isAuthorized: boolean }
  | {
      principalId: string;
      /** By which a REST API finds its usage plan. */
      usageIdentifierKey?: string;
      policyDocument: {
        Version: '2012-10-17';
        Statement: [{ Action: 'execute-api:Invoke'; Effect: 'Allow' | 'Deny'; Resource: string }];
      };
    };

/** WebSocket and REST APIs leave names of headers as they came, and nobody says how the edge writes them. */
const headerOf = (headers: GuardEvent['headers'] = {}): string => {
  const name = Object.keys(headers).find((candidate) => candidate.toLowerCase() === HEADER);
  return (name === undefined ? undefined : headers[name]) ?? '';
};

/** Compares digests, so that neither content nor length of the secret shows in the time it takes. */
const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/** Reads again before it refuses: the secret may just have been replaced, and API Gateway would keep the refusal. */
const isOfEdge = async (shown: string): Promise<boolean> => {
  if (shown === '') return false;
  const isOneOf = (secrets: readonly string[]): boolean => secrets.some((secret) => isEqual(shown, secret));
  return isOneOf(await originSecrets()) || isOneOf(await originSecrets(REREAD_MS));
};

const judge = async ({ headers, methodArn, httpMethod }: GuardEvent): Promise<Verdict> => {
  const isAuthorized = await isOfEdge(headerOf(headers));
  if (methodArn === undefined) return { isAuthorized };
  const isMetered = httpMethod !== undefined && isAuthorized;
  return {
    principalId: 'edge',
    ...(isMetered ? { usageIdentifierKey: usageKeyOf(requireEnv('APP_ORIGIN')) } : {}),
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        { Action: 'execute-api:Invoke', Effect: isAuthorized ? 'Allow' : 'Deny', Resource: methodArn },
      ],
    },
  };
};

/** Lets through what carries the secret of the edge, or the one before it, and nothing else (S-64). */
export const handler = createHandler({
  call: (event: GuardEvent) => event,
  logFields: () => ({}),
  use: [logFailures('the edge could not be recognised')],
  run: judge,
});
