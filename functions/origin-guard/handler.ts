import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../platform/ids.ts';
import { createHandler } from '../platform/lambda/create-handler.ts';
import { logFailures } from '../platform/lambda/log-failures.ts';
import { originSecret } from '../platform/secrets.ts';

const HEADER = 'x-prosa-origin';

interface GuardEvent {
  headers?: Record<string, string | undefined>;
  /** Named by WebSocket APIs, which want a policy; HTTP APIs want yes or no. */
  methodArn?: string;
}

type Verdict =
  | { isAuthorized: boolean }
  | {
      principalId: string;
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

const judge = async (event: GuardEvent): Promise<Verdict> => {
  const isAuthorized = isEqual(headerOf(event.headers), await originSecret());
  if (event.methodArn === undefined) return { isAuthorized };
  return {
    principalId: 'edge',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [
        { Action: 'execute-api:Invoke', Effect: isAuthorized ? 'Allow' : 'Deny', Resource: event.methodArn },
      ],
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
