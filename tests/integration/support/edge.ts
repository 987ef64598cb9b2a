import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalClock } from '@prosa/infra/local/clock.ts';
import { type Services, startServices } from '@prosa/infra/local/services.ts';
import { createSqsStore, type SqsStore } from '@prosa/infra/local/sqs-store.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import * as z from 'zod';

const frameSchema = z.object({ event: z.string(), data: z.record(z.string(), z.unknown()) });
const framesSchema = z.union([z.array(frameSchema), frameSchema.transform((frame) => [frame])]);
export type Frame = z.infer<typeof frameSchema>;

/** API Gateway's side of the WebSocket connections: records posted frames, and fails on demand. */
export class FakeSockets {
  /** Connections that a frame was posted to, with any result. */
  readonly asked = new Set<string>();
  /** Each accepted post, as received. */
  readonly posts: { socketId: string; text: string }[] = [];
  readonly closed: string[] = [];
  readonly gone = new Set<string>();
  /** Connections whose posts are not answered while they are open. */
  readonly stalled = new Set<string>();
  /** Hanging posts, which end when their connection closes. */
  readonly #hanging = new Map<string, (() => void)[]>();
  /** Statuses to return first, by connection. */
  readonly refusals = new Map<string, number[]>();

  reset(): void {
    for (const held of [this.asked, this.gone, this.stalled, this.refusals]) held.clear();
    this.posts.length = 0;
    this.closed.length = 0;
  }

  /** Returns the events that a WebSocket connection got, provided that none was compressed. */
  framesOf(socketId: string): Frame[] {
    return this.posts
      .filter((post) => post.socketId === socketId)
      .flatMap(({ text }) => framesSchema.parse(JSON.parse(text)));
  }

  /** Returns the events that a WebSocket connection got, as `<event> <action>` without the company. */
  heardBy(socketId: string): string[] {
    return this.framesOf(socketId).map(
      ({ event, data }) => `${event.replace(/^company-\d+-/, '')} ${String(data.action)}`,
    );
  }

  answer(request: IncomingMessage, response: ServerResponse, socketId: string): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const end = (status: number) => response.writeHead(status, { 'content-length': 0 }).end();
      if (request.method === 'DELETE') {
        this.closed.push(socketId);
        this.stalled.delete(socketId);
        for (const hangUp of this.#hanging.get(socketId) ?? []) hangUp();
        this.#hanging.delete(socketId);
        return end(204);
      }
      this.asked.add(socketId);
      if (this.stalled.has(socketId)) {
        this.#hanging.set(socketId, [...(this.#hanging.get(socketId) ?? []), () => end(410)]);
        return;
      }
      if (this.gone.has(socketId)) return end(410);
      const refusal = this.refusals.get(socketId)?.shift();
      if (refusal !== undefined) return end(refusal);
      const text = Buffer.concat(chunks).toString();
      this.posts.push({ socketId, text });
      return end(200);
    });
  }
}

export interface Edge {
  sockets: FakeSockets;
  sqs: SqsStore;
  services: Services;
  /** Empties a queue and returns the bodies of its messages. */
  takeAll(queue: string): unknown[];
}

/** Gives a test file queues and WebSocket connections. Call at the top level, after `useTable`. */
export const useEdge = (options: { clock?: LocalClock } = {}): (() => Edge) => {
  const sockets = new FakeSockets();
  const sqs = createSqsStore(options);
  let services: Services | undefined;
  beforeAll(async () => {
    services = await startServices({ sqs, secrets: { get: () => undefined }, connections: sockets });
    Object.assign(process.env, {
      REALTIME_ENDPOINT: services.endpoint,
      SQS_ENDPOINT: services.endpoint,
      QUEUE_URLS: services.queueUrls(),
    });
  });
  beforeEach(() => sockets.reset());
  afterAll(async () => {
    await services?.stop();
    sqs.stop();
  });
  return () => {
    if (services === undefined) throw new Error('the edge is not up yet');
    return {
      sockets,
      sqs,
      services,
      takeAll: (name) => {
        const queue = sqs.queue(name);
        const bodies: unknown[] = [];
        for (let batch = queue.receive(10); batch.length > 0; batch = queue.receive(10)) {
          for (const message of batch) {
            bodies.push(JSON.parse(message.body));
            queue.delete(message.receipt);
          }
        }
        return bodies;
      },
    };
  };
};
