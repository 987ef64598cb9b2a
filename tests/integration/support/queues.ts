import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { answerSqs, queueUrl } from '@prosa/infra/local/sqs-protocol.ts';
import { createSqsStore, type SqsStore } from '@prosa/infra/local/sqs-store.ts';
import { afterAll, beforeAll } from 'vitest';

export interface TestQueues {
  readonly store: SqsStore;
  readonly endpoint: string;
  /** JSON for QUEUE_URLS. */
  readonly urls: string;
  /** Called around each send. An exception of it is answered as an outage, and its waiting delays the response. */
  onSend: ((when: 'before' | 'after') => void | Promise<void>) | undefined;
  /** Takes all messages out of a queue. */
  drain(queue: string): { body: string; groupId: string | undefined }[];
}

/** Gives a test file its own queues, reachable by the SDK client of this process and its children. */
export const useQueues = (): (() => TestQueues) => {
  let queues: TestQueues | undefined;
  let server: Server | undefined;
  beforeAll(async () => {
    const store = createSqsStore();
    let endpoint = '';
    const listening = createServer((request, response) => {
      const chunks: Buffer[] = [];
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const action = String(request.headers['x-amz-target']).slice('AmazonSQS.'.length);
      const answer = async () => {
        if (action.startsWith('Send')) await queues?.onSend?.('before');
        const body = await answerSqs(
          store,
          endpoint,
          action,
          JSON.parse(Buffer.concat(chunks).toString()),
          gone.signal,
        );
        if (action.startsWith('Send')) await queues?.onSend?.('after');
        return body;
      };
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        answer().then(
          (body) =>
            response
              .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
              .end(JSON.stringify(body)),
          () => response.writeHead(503).end('{"__type":"ServiceUnavailable"}'),
        );
      });
    });
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    server = listening;
    const address = listening.address();
    if (address === null || typeof address === 'string') throw new Error('the queues have no port');
    endpoint = `http://127.0.0.1:${address.port}`;
    const urls = JSON.stringify(
      Object.fromEntries(store.queues().map((queue) => [queue.name, queueUrl(endpoint, queue)])),
    );
    Object.assign(process.env, { SQS_ENDPOINT: endpoint, QUEUE_URLS: urls });
    queues = {
      store,
      endpoint,
      urls,
      onSend: undefined,
      drain: (name) => {
        const queue = store.queue(name);
        const taken: { body: string; groupId: string | undefined }[] = [];
        for (let batch = queue.receive(10); batch.length > 0; batch = queue.receive(10)) {
          for (const { body, groupId, receipt } of batch) {
            taken.push({ body, groupId });
            queue.delete(receipt);
          }
        }
        return taken;
      },
    };
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
    queues?.store.stop();
  });
  return () => {
    if (queues === undefined) throw new Error('the queues are not up yet');
    return queues;
  };
};
