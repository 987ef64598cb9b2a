import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mendLibsignal } from '@prosa/session-host/socket/mend-libsignal.ts';
import { silenceLibsignal } from '@prosa/session-host/socket/silence-libsignal.ts';
import { withoutTail } from '@prosa/shared/rules/without-tail.ts';
import { WebSocketServer } from 'ws';
import { FakeWhatsapp } from './network.ts';

const SOCKET_PATH = /^\/ws\/chat\/(\d+)\/(\d+)$/;
const UPLOAD_PATH = /^\/mms\/[a-z-]+\/([A-Za-z0-9_%-]+)$/;
const DOWNLOAD_PATH = /^\/v\/([A-Za-z0-9_-]+)$/;

export interface RunningFake {
  network: FakeWhatsapp;
  /** `{companyId}` and `{connectionId}` are placeholders for the socket's connection. */
  socketUrl: string;
  mediaOrigin: string;
  close(): Promise<void>;
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? '';

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const receiveUpload = async (
  network: FakeWhatsapp,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
) => {
  network.media.put(name, await readBody(request));
  const path = `/v/${name}`;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ url: `https://${network.mediaHost}${path}`, direct_path: path }));
};

/** Serves WhatsApp's media servers. Uploads are named by their hash: base64url with escaped padding. */
const serveMedia = async (
  network: FakeWhatsapp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const pathname = pathOf(request);
  const upload = UPLOAD_PATH.exec(pathname)?.[1];
  if (request.method === 'POST' && upload !== undefined) {
    await receiveUpload(
      network,
      request,
      response,
      withoutTail(decodeURIComponent(upload), (char) => char === '='),
    );
    return;
  }
  const picture = network.pictures.file(pathname);
  if (picture === 'stalled') {
    response.writeHead(200).write(' ');
    return;
  }
  if (picture !== undefined) {
    response.writeHead(200).end(picture);
    return;
  }
  const download = DOWNLOAD_PATH.exec(pathname)?.[1];
  const file = download === undefined ? undefined : network.media.get(download);
  response.writeHead(file === undefined ? 404 : 200).end(file);
};

/** Starts the fake network on a free loopback port: sockets of linked devices, and media servers. */
export const startFakeWhatsapp = async (dataDir: string): Promise<RunningFake> => {
  silenceLibsignal();
  mendLibsignal();
  const network = new FakeWhatsapp(dataDir);
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    serveMedia(network, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const match = SOCKET_PATH.exec(pathOf(request));
    if (match === null) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (accepted) =>
      network.accept(accepted, Number(match[1]), Number(match[2])),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fake network has no port');
  network.mediaHost = `127.0.0.1:${address.port}`;
  return {
    network,
    socketUrl: `ws://${network.mediaHost}/ws/chat/{companyId}/{connectionId}`,
    mediaOrigin: `http://${network.mediaHost}`,
    close: async () => {
      network.close();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
