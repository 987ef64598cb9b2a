import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

const NO_BUILD = 'The app is not built. Stop this, then run: npm start\n';
const FOR_EVER = 'public, max-age=31536000, immutable';

const answer = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
};

/**
 * Serves the built app, also after it was built again. Files named by their content are cached for ever, and the page
 * is revalidated on every request. The path of a screen (no dot in its last part) answers with the page. A file is
 * served whole, whatever range the request names.
 */
export const createStaticFiles = (
  directory: string,
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const isBuilt = existsSync(join(directory, 'index.html'));
  const serve = isBuilt
    ? sirv(directory, {
        // Looks for the file on each request: a list made at the start names files that a new build has removed.
        dev: true,
        etag: true,
        gzip: true,
        single: true,
        setHeaders: (response, path) =>
          response.setHeader('cache-control', path.startsWith('/assets/') ? FOR_EVER : 'no-cache'),
      })
    : undefined;
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      request.resume();
      answer(response, 405, 'Method not allowed\n');
      return;
    }
    if (serve === undefined) {
      answer(response, 503, NO_BUILD);
      return;
    }
    // sirv fails on a range whose end is before its start.
    delete request.headers.range;
    serve(request, response, () => answer(response, 404, 'Not found\n'));
  };
};
