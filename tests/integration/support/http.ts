import { request } from 'node:http';

export interface HttpCall {
  method: string;
  /** Path from the root, with the query. */
  target: string;
  token?: string | undefined;
  /** An object is sent as JSON, and text is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}
export interface HttpAnswer {
  status: number;
  /** Parsed if it is JSON. */
  body: unknown;
  text: string;
  headers: Record<string, unknown>;
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
};

/** Sends one request to a running stack, as a browser would. Paths are sent exactly as given. */
export const send = (
  url: string,
  { method, target, token, body, headers = {} }: HttpCall,
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const call = request(
      {
        hostname,
        port,
        method,
        path: target,
        headers: {
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, body: parsed(text), text, headers: response.headers });
        });
      },
    );
    // The server may answer and close the connection before it has read a body that is too large.
    call.on('error', reject);
    call.end(payload);
  });

/** Returns the error code of a response. */
export const errorOf = ({ body }: HttpAnswer): unknown =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
