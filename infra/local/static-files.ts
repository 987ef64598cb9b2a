import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;
/** Good compression at a tenth of the time of the best. */
const BROTLI_QUALITY = 5;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

interface StaticFile {
  path: string;
  type: string;
  etag: string;
  cacheControl: string;
  variants: Map<string, Promise<Buffer>>;
}

const NO_BUILD = 'The app is not built. Stop this, then run: npm start\n';

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());

const compress = (encoding: string, bytes: Buffer): Promise<Buffer> => {
  if (encoding === 'br')
    return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return encoding === 'gzip' ? zip(bytes) : Promise.resolve(bytes);
};

const chooseEncoding = (file: StaticFile, accepted: string): string => {
  if (!COMPRESSIBLE.test(file.type)) return 'identity';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
};

/**
 * The built app: files named by their content stay for ever, the page is asked for every time, and the path of a
 * screen (anything without a dot in its last part) answers with the page. Compressed once, when first asked for.
 */
export const createStaticFiles = (
  directory: string,
): ((request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>) => {
  const files = new Map<string, StaticFile>();
  if (existsSync(directory)) {
    for (const path of listFiles(directory)) {
      const name = `/${relative(directory, path).split(sep).join('/')}`;
      files.set(name, {
        path,
        type: TYPES[extname(path)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 27)}"`,
        cacheControl: name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        variants: new Map(),
      });
    }
  }

  const plain = (response: ServerResponse, status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  };

  return async (request, response, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      request.resume();
      plain(response, 405, 'Method not allowed\n');
      return;
    }
    const isScreen = !(path.split('/').pop() ?? '').includes('.');
    const file = files.get(isScreen ? '/index.html' : path);
    if (file === undefined) {
      if (isScreen) plain(response, 503, NO_BUILD);
      else plain(response, 404, 'Not found\n');
      return;
    }
    response.setHeader('cache-control', file.cacheControl);
    response.setHeader('etag', file.etag);
    response.setHeader('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === file.etag) {
      response.writeHead(304).end();
      return;
    }
    const encoding = chooseEncoding(file, String(request.headers['accept-encoding'] ?? ''));
    let variant = file.variants.get(encoding);
    if (variant === undefined) {
      variant = compress(encoding, readFileSync(file.path));
      file.variants.set(encoding, variant);
    }
    const bytes = await variant;
    if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
    response.writeHead(200, { 'content-type': file.type, 'content-length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
};
