import { type Misbehaviour, sendJson } from './fake-integrations.ts';

const MB = 1024 * 1024;

/** Never answers. */
export const hangs: Misbehaviour = () => undefined;

/** Answers with a status, and headers. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}): Misbehaviour =>
  (response) => {
    response.writeHead(status, headers).end();
  };

/** Answers with a body of any type. */
export const withBody =
  (body: string | Uint8Array, mimeType: string): Misbehaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': mimeType }).end(body);
  };

/** Answers with JSON. */
export const withJson =
  (body: unknown): Misbehaviour =>
  (response) =>
    sendJson(response, 200, body);

/** Answers with so many megabytes, without saying how many. */
export const withMegabytes =
  (count: number): Misbehaviour =>
  (response) => {
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': 'application/json' });
    const megabyte = Buffer.alloc(MB, 'a');
    let left = count;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(megabyte)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    write();
  };

/** Announces a longer body than it sends, and then sends nothing more. */
export const liesAboutLength: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"reply":"oi"}');
};

/** Closes the connection in the middle of its answer. */
export const closesMidway: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"reply":', () => response.destroy());
};

/** Sends its answer a letter at a time, so that it never ends. */
export const drips: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20).unref();
  response.once('close', () => clearInterval(timer));
};
