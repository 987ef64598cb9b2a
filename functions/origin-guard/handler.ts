import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../platform/ids.ts';
import { createHandler, logFailures } from '../platform/lambda/create-handler.ts';
import { originSecret } from '../platform/secrets.ts';

const HEADER = 'x-prosa-origin';

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

const headerOf = (headers: GuardEvent['headers'] = {}): string => {
  const name = Object.keys(headers).find((candidate) => candidate.toLowerCase() === HEADER);
  return (name === undefined ? undefined : headers[name]) ?? '';
};

/** Compares digests, so that neither content nor length of the secret shows in the time it takes. */
const isEqual = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(a)), Buffer.from(sha256(b)));

/** A verdict is kept for all that the same edge asks of a REST API: it speaks of the whole stage. */
const wholeStage = (methodArn: string): string => `${methodArn.split('/').slice(0, 2).join('/')}/*`;

const judge = async (event: GuardEvent): Promise<Verdict> => {
  const secret = await originSecret();
  const isAuthorized = isEqual(headerOf(event.headers), secret);
  if (event.methodArn === undefined) return { isAuthorized };
  const isRest = event.httpMethod !== undefined;
  const Resource = isRest ? wholeStage(event.methodArn) : event.methodArn;
  return {
    principalId: 'edge',
    ...(isRest && isAuthorized ? { usageIdentifierKey: secret } : {}),
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: isAuthorized ? 'Allow' : 'Deny', Resource }],
    },
  };
};

/** Lets through what carries the secret of the edge, and nothing else (S-64). */
export const handler = createHandler({
  call: (event: GuardEvent) => event,
  logFields: () => ({}),
  use: [logFailures('the edge could not be recognised')],
  run: judge,
});
