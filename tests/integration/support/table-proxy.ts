import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { serverPort } from './server-port.ts';

export interface TableRequest {
  /** `GetItem`, `TransactWriteItems`… */
  operation: string;
  body: string;
  /** The same for all attempts of a call, and different for every other call. */
  call: string;
}
export interface TableAnswer {
  status: number;
  body: string;
}
/**
 * Handles a call to the table. `forward` executes it, at another engine if one is given, and may be called several
 * times. Without an answer the connection is cut.
 */
export type TableProxy = (
  request: TableRequest,
  forward: (endpoint?: string) => Promise<TableAnswer>,
) => Promise<TableAnswer | undefined>;

const WRITE = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;
export const isWrite = ({ operation }: TableRequest): boolean => WRITE.test(operation);

const readBody = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const forwardTo = (endpoint: string, original: IncomingMessage, body: string) =>
  new Promise<TableAnswer>((resolve, reject) => {
    const call = request(endpoint, { method: 'POST', headers: original.headers }, (response) => {
      readBody(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject);
    });
    call.on('error', reject);
    call.end(body);
  });

const running: (() => void)[] = [];
afterEach(() => {
  for (const mend of running.splice(0).toReversed()) mend();
});

/**
 * Puts a proxy between the code under test and the table's engine, or the proxy already there. Ends after the test,
 * or with the returned function.
 */
export const standBeforeTable = async (proxy: TableProxy): Promise<() => void> => {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (endpoint === undefined) throw new Error('no table to stand in front of');
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '');
    const call = String(incoming.headers['amz-sdk-invocation-id']);
    const answer = await proxy({ operation, body, call }, (other = endpoint) =>
      forwardTo(other, incoming, body),
    );
    if (answer === undefined) {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch((error: Error) => outgoing.destroy(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.DYNAMODB_ENDPOINT = `http://127.0.0.1:${serverPort(server)}`;
  const mend = (): void => {
    if (!server.listening) return;
    process.env.DYNAMODB_ENDPOINT = endpoint;
    server.close();
    server.closeAllConnections();
  };
  running.push(mend);
  return mend;
};

/**
 * Holds the nth write to the table. Ends after the test.
 * @returns `reached` resolves when the write has arrived; `release` lets it continue
 */
export const holdWrite = async (nth: number): Promise<{ reached: Promise<void>; release: () => void }> => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let writes = 0;
  await standBeforeTable(async (request, forward) => {
    if (isWrite(request)) writes += 1;
    if (!isWrite(request) || writes !== nth) return forward();
    reached.resolve();
    await released.promise;
    return forward();
  });
  return { reached: reached.promise, release: released.resolve };
};
