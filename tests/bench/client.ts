import { realtimeRoutes } from '@prosa/shared/contracts/realtime.ts';
import { CSRF_HEADER } from '@prosa/shared/contracts/route.ts';
import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import * as z from 'zod';

const usageSchema = z.object({
  calls: z.number(),
  sequential: z.number(),
  readUnits: z.number(),
  writeUnits: z.number(),
});
export type UsageHeader = z.infer<typeof usageSchema>;

export interface Client {
  /** Calls the API; throws unless it succeeds. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Calls the API and returns its table usage; works only if the system runs with METER=1. */
  usage(method: string, path: string, body?: object): Promise<UsageHeader>;
  /** Opens a WebSocket connection as browsers do; `onFrame` gets every frame as it arrives, compressed or not. */
  openSocket(onFrame: (text: string) => void): Promise<WebSocket>;
}

const headersOf = (url: string, token?: string): Record<string, string> => ({
  origin: url,
  [CSRF_HEADER]: 'bench',
  'content-type': 'application/json',
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});

const sendTo = async (
  url: string,
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Response> => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
};

/** Calls the sign-in route: the body of the response has the access token, its cookie the refresh token. */
export const openSession = (
  url: string,
  credentials: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<Response> =>
  sendTo(url, 'POST', signInRoutes.signIn.path, credentials, { ...headersOf(url), ...headers });

/** Signs in. Tokens last 15 minutes: sign in again for a longer measurement. */
export const signIn = async (url: string, email: string, password: string): Promise<Client> => {
  const send = (method: string, path: string, body: object | undefined, token: string): Promise<Response> =>
    sendTo(url, method, path, body, headersOf(url, token));
  const login = await openSession(url, { email, password });
  const { token } = z.object({ token: z.string() }).parse(await login.json());
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const text = await (await send(method, path, body, token)).text();
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    call,
    usage: async (method, path, body) => {
      const response = await send(method, path, body, token);
      await response.text();
      return usageSchema.parse(JSON.parse(response.headers.get('x-usage') ?? 'null'));
    },
    openSocket: async (onFrame) => {
      const answer = await call('POST', realtimeRoutes.createTicket.path);
      const { ticket } = z.object({ ticket: z.string() }).parse(answer);
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/ws?ticket=${ticket}&join=notification&batch=1&deflate=1`,
        { headers: { origin: url } },
      );
      socket.addEventListener('message', ({ data }) => onFrame(String(data)));
      await new Promise<void>((resolve, reject) => {
        socket.addEventListener('open', () => resolve());
        socket.addEventListener('error', () => reject(new Error('the live channel did not open')));
      });
      return socket;
    },
  };
};
