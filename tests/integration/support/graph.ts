import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { serverPort } from './server-port.ts';

/** A file of a form, as it arrived. */
interface ReceivedFile {
  name: string;
  type: string;
  text: string;
}

/** A request to the Graph API, as it arrived. */
interface GraphRequest {
  method: string;
  /** With the version. */
  path: string;
  query: Record<string, string>;
  authorization: string | undefined;
  json?: unknown;
  form?: Record<string, string | ReceivedFile> | undefined;
}

interface GraphAnswer {
  status?: number;
  json?: unknown;
  bytes?: Uint8Array | string;
  headers?: Record<string, string>;
}

export interface TestGraph {
  readonly origin: string;
  /** All requests of the running test. */
  readonly requests: GraphRequest[];
  /** The answer to each request; `hang-up` closes the connection after the request has arrived. */
  answer: (request: GraphRequest) => GraphAnswer | 'hang-up';
}

const readForm = async (body: Buffer, type: string): Promise<GraphRequest['form']> => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, value]) =>
    typeof value === 'string'
      ? ([name, value] as const)
      : ([name, { name: value.name, type: value.type, text: await value.text() }] as const),
  );
  return Object.fromEntries(await Promise.all(fields));
};

/** Gives a test file a server in place of the Graph API, which records requests. Call at the top level. */
export const useGraph = (): (() => TestGraph) => {
  let server: Server | undefined;
  let graph: TestGraph | undefined;
  beforeAll(async () => {
    const requests: GraphRequest[] = [];
    const listening = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
      const body = Buffer.concat(chunks);
      const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://graph');
      const { 'content-type': type = '', authorization } = incoming.headers;
      const request: GraphRequest = {
        method: incoming.method ?? '',
        path: pathname,
        query: Object.fromEntries(searchParams),
        authorization,
        ...(type === 'application/json' ? { json: JSON.parse(body.toString()) } : {}),
        ...(type.startsWith('multipart/') ? { form: await readForm(body, type) } : {}),
      };
      requests.push(request);
      const answer = graph?.answer(request) ?? 'hang-up';
      if (answer === 'hang-up') {
        response.destroy();
        return;
      }
      const { status = 200, json, bytes = JSON.stringify(json), headers = {} } = answer;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytes);
    });
    listening.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    server = listening;
    const origin = `http://127.0.0.1:${serverPort(listening)}`;
    process.env.GRAPH_ENDPOINT = origin;
    graph = { origin, requests, answer: () => 'hang-up' };
  });
  beforeEach(() => {
    if (graph === undefined) return;
    graph.requests.length = 0;
    graph.answer = () => 'hang-up';
  });
  afterAll(() => {
    delete process.env.GRAPH_ENDPOINT;
    server?.closeAllConnections();
    server?.close();
  });
  return () => {
    if (graph === undefined) throw new Error('the Graph API is not up yet');
    return graph;
  };
};
