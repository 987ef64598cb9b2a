import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bindExternal } from '@prosa/functions/http/external/handler.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { PNG } from '../../factories/files.ts';

const ROOT = join(import.meta.dirname, '../../..');

const loadHandler = async (entry: string): Promise<BoundRoutes> => {
  const module: object = await import(pathToFileURL(join(ROOT, entry)).href);
  // Cast: every module in `FUNCTIONS` exports the handler of bound routes.
  return (module as { handler: BoundRoutes }).handler;
};

/** Replaces the external API's download of a caller's link with a fixed picture. */
const external = bindExternal(async (url) => ({ bytes: PNG, mimeType: 'image/png', url: new URL(url) }));

const entries = Object.values(FUNCTIONS).flatMap((program) =>
  program.kind === 'http' ? [program.entry] : [],
);
const HANDLERS = [external, ...(await Promise.all(entries.map(loadHandler)))];

/** Returns the function that serves a route. */
export const handlerOf = (row: RouteShape): BoundRoutes => {
  const found = HANDLERS.find((handler) => Object.values(handler.rows).includes(row));
  if (found === undefined) throw new Error(`nobody serves ${row.id}`);
  return found;
};
