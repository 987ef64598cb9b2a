import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';
import { serverPort } from '../integration/support/server-port.ts';

interface StubRequest {
  /** `METHOD path`, without the version. */
  to: string;
  query: Record<string, string>;
  token: string | undefined;
}
type Answer = object | ((query: Record<string, string>) => object);

/** A server that answers as the Graph API would, and records what it was asked. */
export interface GraphStub {
  url: string;
  requests: StubRequest[];
  /** Answers by `METHOD path`. An address without an answer is refused as an object that does not exist. */
  answers: Map<string, Answer>;
  stop: () => Promise<void>;
}

/** Returns an error of the Graph API as an answer. */
export const graphError = (code: number, status = 400, message = 'refused'): object => ({
  status,
  error: { code, message, type: 'OAuthException', fbtrace_id: 'A1' },
});

const errorSchema = z.object({ status: z.int(), error: z.object({ code: z.int() }) });

export const startGraphStub = async (): Promise<GraphStub> => {
  const requests: StubRequest[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://stub');
    const to = `${request.method} ${url.pathname.split('/').slice(2).join('/')}`;
    const query = Object.fromEntries(url.searchParams);
    requests.push({ to, query, token: request.headers.authorization?.replace('Bearer ', '') });
    const answer = answers.get(to) ?? graphError(100);
    const body: object = typeof answer === 'function' ? answer(query) : answer;
    const failed = errorSchema.safeParse(body);
    response.writeHead(failed.success ? failed.data.status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${serverPort(server)}`, requests, answers, stop };
};
