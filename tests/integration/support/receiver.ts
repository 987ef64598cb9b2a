import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import {
  type AskOutside,
  askOutside,
  isPublicAddress,
  type OutsideRules,
} from '@prosa/functions/platform/fetch-outside.ts';
import { webhookBodySchema } from '@prosa/shared/webhooks/webhook-event.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import * as z from 'zod';
import { serverPort } from './server-port.ts';

/** A request that a receiver of webhooks got. */
export interface Received {
  host: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: z.infer<typeof bodySchema>;
}

const bodySchema = webhookBodySchema.extend({ data: z.record(z.string(), z.unknown()) });

/** Answers a request; 204 by default. */
type Answer = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly received: Received[];
  /** How a host answers, by its name. */
  readonly answers: Map<string, Answer>;
  ask: AskOutside;
}

/** Rules for outside addresses as in production, except that the names of this test resolve to its own server. */
const RULES: OutsideRules = {
  protocols: ['http:'],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  mayConnect: (address) => address === '127.0.0.1' || isPublicAddress(address),
};

/**
 * Gives a test file a server that receives webhooks for every host. Call at the top level.
 * @param timeoutMs limit of a call, instead of the product's ten seconds
 */
export const useReceiver = (timeoutMs?: number): Receiver => {
  const received: Received[] = [];
  const answers = new Map<string, Answer>();
  let server: Server | undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const host = (request.headers.host ?? '').split(':')[0] ?? '';
        const one = { host, headers: request.headers, text, body: bodySchema.parse(JSON.parse(text)) };
        received.push(one);
        const answer = answers.get(host);
        if (answer === undefined) response.writeHead(204).end();
        else answer(response, one);
      });
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    received.length = 0;
    answers.clear();
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return {
    received,
    answers,
    ask: (url, question, limits) => {
      if (server === undefined) throw new Error('the receiver is not up yet');
      const { hostname, pathname } = new URL(url);
      const local = `http://${hostname}:${serverPort(server)}${pathname}`;
      return askOutside(local, question, { ...limits, timeoutMs: timeoutMs ?? limits.timeoutMs }, RULES);
    },
  };
};

/** Answers with a status, and headers. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end();
  };
