import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { serverPort } from './server-port.ts';

interface TableRequest {
  /** `GetItem`, `TransactWriteItems`… */
  operation: string;
  body: string;
}
/** `lose`: done, and its answer never comes. `refuse`: with that error. `answer`: in the engine's place. */
type Fault = 'lose' | { refuse: string } | { answer: object } | undefined;

const WRITE = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

const readBody = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const forward = (endpoint: string, original: IncomingMessage, body: Buffer) =>
  new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    const call = request(endpoint, { method: 'POST', headers: original.headers }, (response) => {
      readBody(response).then((bytes) => resolve({ status: response.statusCode ?? 0, body: bytes }), reject);
    });
    call.on('error', reject);
    call.end(body);
  });

/**
 * Stands between the code under test and the table's engine, and spoils what `choose` picks, as a network or a busy
 * service would. Ends by itself after the test.
 */
export const spoilTable = async (
  choose: (request: TableRequest) => Fault | Promise<Fault>,
): Promise<() => void> => {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (endpoint === undefined) throw new Error('no table to stand in front of');
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await readBody(incoming);
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '');
    const fault = await choose({ operation, body: body.toString() });
    if (typeof fault === 'object') {
      outgoing.statusCode = 'answer' in fault ? 200 : 400;
      outgoing.end(
        JSON.stringify(
          'answer' in fault ? fault.answer : { __type: `com.amazonaws.dynamodb.v20120810#${fault.refuse}` },
        ),
      );
      return;
    }
    const answer = await forward(endpoint, incoming, body);
    if (fault === 'lose') {
      incoming.socket.destroy();
      return;
    }
    outgoing.statusCode = answer.status;
    outgoing.end(answer.body);
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

const running: (() => void)[] = [];
afterEach(() => {
  for (const mend of running.splice(0)) mend();
});

/** Loses the answer to the first try of every write: the repetition meets its own effect. Counts what was lost. */
export const loseFirstAnswers = async (): Promise<{ lost: () => number; mend: () => void }> => {
  const seen = new Set<string>();
  const mend = await spoilTable(({ operation, body }) => {
    if (!WRITE.test(operation) || seen.has(body)) return undefined;
    seen.add(body);
    return 'lose';
  });
  return { lost: () => seen.size, mend };
};
