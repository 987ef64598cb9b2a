import { timingSafeEqual } from 'node:crypto';
import { requireEnv } from '../platform/env.ts';
import { sha256 } from '../platform/ids.ts';
import { createHandler, logFailures } from '../platform/lambda/create-handler.ts';
import { originSecrets } from '../platform/secrets.ts';
import { usageKeyOf } from './usage-key.ts';

const HEADER = 'x-prosa-origin';
/** A wrong secret triggers a new read, at most this often: a flood of guesses costs one read a second. */
const REREAD_MS = 1_000;

interface GuardEvent {
  headers?: Record<string, string | undefined>;
  /** Set by WebSocket and REST APIs, which require a policy; HTTP APIs require yes or no. */
  methodArn?: string;
  /** Set by REST APIs only. */
  httpMethod?: string;
}

type Verdict =
  | { isAuthorized: boolean }
  | {
      principalId: string;
      /** Key by which a REST API finds its usage plan. */
      usageIdentifierKey?: string;
      policyDocument: {
        Version: '2012-10-17';
        Statement: [{ Action: 'execute-api:Invoke'; Effect: 'Allow' | 'Deny'; Resource: string }];
      };
    };

/**
 * Returns the header in any letter case: WebSocket and REST APIs pass header names unchanged, and the case that
 * CloudFront writes is not documented.
 */
const headerOf = (headers: GuardEvent['headers'] = {}): string => {
  const name = Object.keys(headers).find((candidate) => candidate.toLowerCase() === HEADER);
  return (name === undefined ? undefined : headers[name]) ?? '';
};

/** Compares digests, so that timing reveals neither content nor length of the secret. */
const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/**
 * Whether CloudFront's secret was sent. Reads the secret again before refusing, because it may just have been
 * replaced, and API Gateway would cache the refusal.
 */
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

/** Allows only calls with CloudFront's secret, or with the previous one (S-64). */
export const handler = createHandler({
  call: (event: GuardEvent) => event,
  logFields: () => ({}),
  use: [logFailures('the edge could not be recognised')],
  run: judge,
});
