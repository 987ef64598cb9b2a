import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isValidMediaLink } from '@prosa/functions/platform/blob/media-link.ts';
import { API_PREFIX, EXTERNAL_PREFIX } from '@prosa/shared/contracts/route.ts';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import { EDGE_ERROR_LIFETIMES_S } from '../edge-errors.ts';
import {
  appSecurityHeaders,
  MEDIA_CACHE_CONTROL,
  MEDIA_SECURITY_HEADERS,
  NOT_STORED,
} from '../security-headers.ts';
import { createEdgeErrors } from './edge-cache.ts';
import { EdgeResponse } from './edge-response.ts';
import type { Functions } from './functions.ts';
import { createHttpApi } from './http-api.ts';
import { isFromOwnMachine, isOpenedByLink } from './own-machine.ts';
import { repositoryRoot } from './repository-root.ts';
import type { BucketServer } from './s3.ts';
import type { SecretStore } from './secrets.ts';
import { createStaticFiles } from './static-files.ts';
import { rejectUpgrade, type WebSocketApi } from './websocket-api.ts';

/** API Gateway's limit for the request line and headers together. */
const HEADERS_MAX_BYTES = 10_240;

export type SandboxHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface GatewayOptions {
  /** 0 picks a free port. */
  port: number;
  /** Host name of the system, in addition to the loopback names. */
  host?: string;
  functions: Functions;
  sockets: WebSocketApi;
  bucket: BucketServer;
  secrets: SecretStore;
  /** Answers every request under /sandbox/. */
  sandbox?: SandboxHandler;
  staticDirectory?: string;
  /** The edge's lifetimes of errors, in place of the declared ones. */
  errorLifetimesS?: ReadonlyMap<number, number>;
}

export interface Gateway {
  port: number;
  /** Starts to forward API calls. Before this, API calls get ERR_STARTING; the page and its files are served. */
  open(): void;
  setSandbox(handler: SandboxHandler): void;
  stop(): Promise<void>;
}

const answerJson = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
};

const setHeaders = (response: ServerResponse, headers: Readonly<Record<string, string>>): void => {
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
};

const splitUrl = (url: string): { path: string; query: string } => {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
};

const isApi = (path: string): boolean =>
  path.startsWith(`${API_PREFIX}/`) || path.startsWith(`${EXTERNAL_PREFIX}/`);
/** Returns whether a path needs the whole system. The page and its files do not. */
const isCall = (path: string): boolean => isApi(path) || path.startsWith('/sandbox/');
/** Maximum lifetimes of the cache policies in AWS: of files, of the app, and of API answers, for which caching is disabled. */
const MAX_TTL_S = { media: 3_600, app: 31_536_000, api: 0 };
const LOGIN_DIALOG = /^\/sandbox\/graph\/v\d{1,3}\.\d\/dialog\/oauth$/;
/** Returns whether this is the first page of the fake Meta's login dialog, which gives nothing away. */
const isDialog = (path: string, query: string): boolean =>
  LOGIN_DIALOG.test(path) && !new URLSearchParams(query).has('choice');

/**
 * Starts the system's single address, which takes the place of CloudFront, API Gateway and the buckets in AWS.
 * Rejects when the port is taken.
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { functions, sockets, bucket, secrets } = options;
  const api = createHttpApi(functions);
  const serveFile = createStaticFiles(options.staticDirectory ?? join(repositoryRoot, 'frontend/dist'));
  const errors = createEdgeErrors(options.errorLifetimesS ?? EDGE_ERROR_LIFETIMES_S);
  let sandbox = options.sandbox;
  const ready = Promise.withResolvers<void>();
  let isOpen = false;
  let appHeaders: Record<string, string> = {};

  const serveMedia = async (
    request: IncomingMessage,
    response: EdgeResponse,
    path: string,
    query: string,
  ) => {
    if (request.method === 'POST' && path === '/media') {
      await bucket.acceptForm(request, response);
      return;
    }
    const key = path.slice('/media/'.length);
    const parameters = new URLSearchParams(query);
    const secret = Buffer.from(secrets.get(secretId(DEFAULT_INSTALLATION, 'media')) ?? '', 'base64url');
    const isGenuine = isValidMediaLink(
      secret,
      key,
      parameters.get('e') ?? '',
      parameters.get('s') ?? '',
      Date.now(),
    );
    setHeaders(response, MEDIA_SECURITY_HEADERS);
    if (!isGenuine || (request.method !== 'GET' && request.method !== 'HEAD')) {
      request.resume();
      answerJson(response, 403, { error: 'ERR_NO_PERMISSION' });
      return;
    }
    response.cacheControl = MEDIA_CACHE_CONTROL;
    if (errors.answer(request, response, path, MAX_TTL_S.media)) return;
    await bucket.serveObject(request, response, key);
  };

  const serve = async (request: IncomingMessage, response: EdgeResponse): Promise<void> => {
    const { path, query } = splitUrl(request.url ?? '/');
    // Node's own header ignores a moved clock.
    response.setHeader('date', new Date().toUTCString());
    if (path.startsWith('/media/') || path === '/media') {
      await serveMedia(request, response, path, query);
      return;
    }
    setHeaders(response, appHeaders);
    if (isApi(path)) response.cacheControl = NOT_STORED;
    const isAtEdge = !path.startsWith('/sandbox/');
    const maxTtlS = isApi(path) ? MAX_TTL_S.api : MAX_TTL_S.app;
    if (isAtEdge && errors.answer(request, response, path, maxTtlS)) return;
    if (!isOpen && isCall(path)) {
      request.resume();
      response.setHeader('retry-after', '1');
      answerJson(response, 503, { error: 'ERR_STARTING' });
    } else if (path.startsWith('/sandbox/') && sandbox !== undefined) {
      const isAllowed =
        isFromOwnMachine(request, options.host) ||
        (isDialog(path, query) && isOpenedByLink(request, options.host));
      if (isAllowed) await sandbox(request, response);
      else {
        request.resume();
        answerJson(response, 403, { error: 'ERR_ORIGIN_REFUSED' });
      }
    } else if (isApi(path)) await api.handle(request, response, path, query);
    else serveFile(request, response);
  };

  const http = { maxHeaderSize: HEADERS_MAX_BYTES, noDelay: true, ServerResponse: EdgeResponse };
  const server = createServer(http, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error('the gateway failed', error);
      if (response.headersSent) response.destroy();
      else answerJson(response, 500, { error: 'ERR_INTERNAL' });
    });
  });
  server.keepAliveTimeout = 65_000;
  server.on('upgrade', (request, socket, head) => {
    const { path, query } = splitUrl(request.url ?? '/');
    socket.on('error', () => socket.destroy());
    if (path !== '/ws') {
      rejectUpgrade(socket, 404);
      return;
    }
    ready.promise
      .then(() => sockets.upgrade(request, socket, head, query))
      .catch((error: unknown) => {
        console.error('the live channel failed', error);
        socket.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gateway has no port');
  const { port } = address;
  appHeaders = appSecurityHeaders({ socketOrigin: `ws://localhost:${port}` });

  return {
    port,
    open: () => {
      isOpen = true;
      ready.resolve();
    },
    setSandbox: (handler) => {
      sandbox = handler;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
