import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import { handleControl } from './handle-control.ts';
import { FakeWhatsapp } from './network.ts';

const SOCKET_PATH = /^\/ws\/chat\/(\d+)\/(\d+)$/;
const UPLOAD_PATH = /^\/mms\/[a-z-]+\/([A-Za-z0-9_%-]+)$/;
const DOWNLOAD_PATH = /^\/v\/([A-Za-z0-9_-]+)$/;

export interface RunningFake {
  network: FakeWhatsapp;
  port: number;
  /** `{companyId}` and `{connectionId}` stand for the connection a socket is for. */
  socketUrlTemplate: string;
  mediaOrigin: string;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const serveMedia = async (
  network: FakeWhatsapp,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => {
  const download = DOWNLOAD_PATH.exec(path)?.[1];
  if (download !== undefined) {
    const file = network.media.get(download);
    response.writeHead(file === undefined ? 404 : 200).end(file);
    return true;
  }
  const upload = UPLOAD_PATH.exec(path)?.[1];
  if (upload === undefined) return false;
  // Uploads are named by their hash, base64url with its padding escaped.
  const name = decodeURIComponent(upload).replace(/=+$/, '');
  network.media.put(name, await readBody(request));
  const direct = `/v/${name}`;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: `https://${network.mediaHost}${direct}`, direct_path: direct }));
  return true;
};

/** Starts the fake network on a loopback port: sockets of devices, media servers, and the control API of the sandbox. */
export const startFakeWhatsapp = async (dataDir: string, port = 0): Promise<RunningFake> => {
  const network = new FakeWhatsapp(dataDir);
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    try {
      if (await serveMedia(network, request, response, url.pathname)) return;
      const body = request.method === 'POST' ? await readBody(request) : Buffer.alloc(0);
      const answer = await handleControl(network, request.method ?? 'GET', url, body.toString('utf8'));
      response.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body);
    } catch (error) {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : 'unknown' }));
    }
  });
  server.on('upgrade', (request, socket, head) => {
    const match = SOCKET_PATH.exec(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    if (match === null) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (accepted) =>
      network.accept(accepted, Number(match[1]), Number(match[2])),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  network.mediaHost = `127.0.0.1:${bound}`;
  return {
    network,
    port: bound,
    socketUrlTemplate: `ws://127.0.0.1:${bound}/ws/chat/{companyId}/{connectionId}`,
    mediaOrigin: `http://127.0.0.1:${bound}`,
    close: async () => {
      network.close();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
