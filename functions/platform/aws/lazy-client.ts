import { localEndpoint } from '../env.ts';
import { BEFORE_TRANSPORT, holdToRole } from './local-role.ts';
import { AT_TRANSPORT, answerInside } from './local-services.ts';

/** Options of every client: four attempts at transient errors, with jitter, and a timeout of five seconds. */
interface CommonOptions {
  /** The loopback address of the local stack; absent in AWS. */
  endpoint?: string;
  signer?: typeof LOCAL_SIGNER;
  maxAttempts: number;
  requestHandler: {
    connectionTimeout: number;
    requestTimeout: number;
    throwOnRequestTimeout: true;
    httpAgent: { maxSockets: number };
    httpsAgent: { maxSockets: number };
  };
}

/** The signature is not checked by local engines, but DynamoDB Local wants one of the right form. */
export const LOCAL_SIGNATURE = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00',
  'x-amz-date': '20260101T000000Z',
};

/** Spares the local stack the work of a signature for each of its calls. */
const LOCAL_SIGNER = {
  sign: async <R extends { headers: Record<string, string> }>(request: R): Promise<R> => {
    Object.assign(request.headers, LOCAL_SIGNATURE);
    return request;
  },
};
const LOOPBACK = /^http:\/\/(127\.|localhost[:/])/;

const MAX_ATTEMPTS = 4;
const CONNECT_TIMEOUT_MS = 2_000;
/** These services answer within milliseconds; what takes longer than this is lost. */
const CALL_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;

interface Client {
  middlewareStack: {
    add(
      middleware: typeof holdToRole | ReturnType<typeof answerInside>,
      options: typeof BEFORE_TRANSPORT | typeof AT_TRANSPORT,
    ): void;
    remove(name: string): boolean;
  };
}

/**
 * The SDK's own log of calls. It copies every input and output without the fields that are secrets, also where there is no
 * logger to tell: 0.12 ms of a query of 40 rows.
 */
const CALL_LOG = 'loggerMiddleware';

/**
 * A client that is made when it is first needed, so that a function that never uses a service does not pay for it, and
 * made anew when the local stack has moved. There, what it calls is held to the role of who calls, and answered inside the
 * process where that serves it.
 * @param endpointVariable names the variable with the service's loopback address
 * @param options `isChecked`: the local service checks signatures
 */
export const lazyClient = <C extends Client>(
  endpointVariable: string,
  make: (options: CommonOptions) => C,
  { timeoutMs = CALL_TIMEOUT_MS, isChecked = false }: { timeoutMs?: number; isChecked?: boolean } = {},
): (() => C) => {
  let held: { client: C; endpoint: string | undefined } | undefined;
  return () => {
    const { endpoint } = localEndpoint(endpointVariable);
    if (held === undefined || held.endpoint !== endpoint) {
      const agent = { maxSockets: MAX_CONNECTIONS };
      const client = make({
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(endpoint === undefined || isChecked || !LOOPBACK.test(endpoint) ? {} : { signer: LOCAL_SIGNER }),
        maxAttempts: MAX_ATTEMPTS,
        requestHandler: {
          connectionTimeout: CONNECT_TIMEOUT_MS,
          requestTimeout: timeoutMs,
          throwOnRequestTimeout: true,
          httpAgent: agent,
          httpsAgent: agent,
        },
      });
      client.middlewareStack.remove(CALL_LOG);
      if (endpoint !== undefined) {
        client.middlewareStack.add(holdToRole, BEFORE_TRANSPORT);
        client.middlewareStack.add(answerInside(endpoint), AT_TRANSPORT);
      }
      held = { client, endpoint };
    }
    return held.client;
  };
};
