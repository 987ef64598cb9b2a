import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';
import { serverPort } from '../integration/support/server-port.ts';

/** A file of a form, as it arrived. */
interface ReceivedFile {
  name: string;
  type: string;
  text: string;
}

/** A request to the Graph API, as it arrived. */
export interface StubRequest {
  /** `METHOD path`, without the version. */
  to: string;
  method: string;
  /** With the version. */
  path: string;
  query: Record<string, string>;
  authorization: string | undefined;
  json?: unknown;
  form?: Record<string, string | ReceivedFile> | undefined;
  /** The bytes of a file that is the whole body, and where in the file they begin. */
  part?: { offset: string; bytes: Uint8Array };
}

interface StubAnswer {
  status?: number;
  json?: unknown;
  bytes?: Uint8Array | string;
  headers?: Record<string, string>;
}

/** A server in place of the Graph API, which records the requests. */
export interface GraphStub {
  url: string;
  requests: StubRequest[];
  /** Bodies of answers by `METHOD path`. Without one, Meta's error for an object that does not exist is the answer. */
  answers: Map<string, object | ((query: Record<string, string>) => object)>;
  /**
   * Answers a request, also later; from `answers` unless a test sets it. `hang-up` closes the connection after the
   * request.
   */
  answer: (request: StubRequest) => StubAnswer | 'hang-up' | Promise<StubAnswer | 'hang-up'>;
  stop: () => Promise<void>;
}

/** Returns an error of the Graph API as the body of an answer. */
export const graphError = (code: number, status = 400, message = 'refused'): object => ({
  status,
  error: { code, message, type: 'OAuthException', fbtrace_id: 'A1' },
});

const errorSchema = z.object({ status: z.int(), error: z.object({ code: z.int() }) });

const readForm = async (body: Buffer, type: string): Promise<StubRequest['form']> => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, value]) =>
    typeof value === 'string'
      ? ([name, value] as const)
      : ([name, { name: value.name, type: value.type, text: await value.text() }] as const),
  );
  return Object.fromEntries(await Promise.all(fields));
};

export const startGraphStub = async (): Promise<GraphStub> => {
  const requests: StubRequest[] = [];
  const answers: GraphStub['answers'] = new Map();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://graph');
    const { 'content-type': type = '', authorization, file_offset: offset } = incoming.headers;
    const method = incoming.method ?? '';
    const request: StubRequest = {
      to: `${method} ${path.split('/').slice(2).join('/')}`,
      method,
      path,
      query: Object.fromEntries(searchParams),
      authorization,
      ...(type === 'application/json' ? { json: JSON.parse(body.toString()) } : {}),
      ...(type.startsWith('multipart/') ? { form: await readForm(body, type) } : {}),
      ...(typeof offset === 'string' ? { part: { offset, bytes: new Uint8Array(body) } } : {}),
    };
    requests.push(request);
    const answer = await stub.answer(request);
    if (answer === 'hang-up') {
      response.destroy();
      return;
    }
    const { status = 200, json, bytes = JSON.stringify(json), headers = {} } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stub: GraphStub = {
    url: `http://127.0.0.1:${serverPort(server)}`,
    requests,
    answers,
    answer: ({ to, query }) => {
      const answer = answers.get(to) ?? graphError(100);
      const json: object = typeof answer === 'function' ? answer(query) : answer;
      return { status: errorSchema.safeParse(json).data?.status ?? 200, json };
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return stub;
};
