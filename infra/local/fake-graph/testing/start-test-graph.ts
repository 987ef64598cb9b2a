import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metaCustomerSchema } from '../customer-message.ts';
import { type FakeGraph, openFakeGraph } from '../fake-graph.ts';

export const APP = { id: '4242', secret: 'an-app-secret-of-tests', verifyToken: 'a-verify-token-of-tests' };
/** Ids of the accounts, as the sandbox lists them. */
export const PAGE = '104200000000001';
export const OTHER_PAGE = '104200000000002';
export const INSTAGRAM = '17841400000000001';
export const WABA = '102300000000001';
export const PHONE = '106500000000001';
export const OTHER_PHONE = '106500000000002';

export interface Delivered {
  text: string;
  body: { object: string; entry: Record<string, unknown>[] };
  isSigned: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface TestGraph {
  graph: FakeGraph;
  origin: string;
  endpoint: string;
  /** What the app's webhook received, oldest first. */
  delivered: Delivered[];
  /** Statuses of the next answers of the app's webhook; then 200. */
  webhookStatuses: number[];
  clock: { now: number };
  tokenOf: (accountId: string) => string;
  call: (
    method: string,
    path: string,
    options?: { token?: string; json?: unknown; form?: FormData; part?: Uint8Array<ArrayBuffer> },
  ) => Promise<Answer>;
  /** Acts as a customer, with the defaults of the sandbox. @returns the id of the message */
  write: (message: Record<string, unknown>) => string;
  /** Closes the fake and opens it again with the same data. */
  restart: () => void;
  stop: () => Promise<void>;
}

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('latin1');
};

const isSigned = (text: string, header: unknown): boolean =>
  header === `sha256=${createHmac('sha256', APP.secret).update(text, 'latin1').digest('hex')}`;

/** Starts the fake Graph API on a loopback port, with an app that records its webhooks. */
export const startTestGraph = async (): Promise<TestGraph> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-graph-'));
  const delivered: Delivered[] = [];
  const webhookStatuses: number[] = [];
  const clock = { now: Date.now() };
  let graph: FakeGraph;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname.startsWith('/sandbox/graph/')) {
      const below = new URL(
        `${url.pathname.slice('/sandbox/graph'.length)}${url.search}`,
        'http://127.0.0.1',
      );
      void graph.serve(request, response, below);
      return;
    }
    if (url.pathname === '/picture.png') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('89504e470d0a1a0a', 'hex'));
      return;
    }
    if (url.pathname !== '/api/webhooks/meta') {
      response.writeHead(404).end();
      return;
    }
    void readText(request).then((text) => {
      const status = webhookStatuses.shift() ?? 200;
      if (status === 200) {
        const signature = request.headers['x-hub-signature-256'];
        delivered.push({ text, body: JSON.parse(text), isSigned: isSigned(text, signature) });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  const endpoint = `${origin}/sandbox/graph`;
  const open = (): FakeGraph =>
    openFakeGraph({
      dataDir,
      app: APP,
      endpoint,
      webhookUrl: `${origin}/api/webhooks/meta`,
      appOrigin: 'http://localhost:3000',
      now: () => clock.now,
      retryDelaysMs: [10],
      reviewMs: 10,
    });
  graph = open();

  return {
    get graph() {
      return graph;
    },
    origin,
    endpoint,
    delivered,
    webhookStatuses,
    clock,
    tokenOf: (accountId) =>
      graph.accounts().accounts.find((account) => account.accountId === accountId)?.token ?? '',
    call: async (method, path, { token, json, form, part } = {}) => {
      const body = form ?? part ?? (json === undefined ? undefined : JSON.stringify(json));
      const scheme = part === undefined ? 'Bearer' : 'OAuth';
      const response = await fetch(`${endpoint}/v25.0/${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `${scheme} ${token}` }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(part === undefined ? {} : { file_offset: '0' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const answer: unknown = await response.json();
      return { status: response.status, headers: response.headers, body: Object(answer) };
    },
    write: (message) => graph.write(metaCustomerSchema.parse(message)),
    restart: () => {
      graph.close();
      graph = open();
    },
    stop: async () => {
      graph.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(dataDir, { recursive: true });
    },
  };
};
