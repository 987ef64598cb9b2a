import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { presentConnection } from '../../domain/connections/present-connection.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  connectionItems,
  loadConnection,
  loadConnectionWithState,
  releasedMediaItems,
} from '../../repositories/connections/connections.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { withOneFile } from '../messages/with-one-file.ts';

type Context = Pick<
  HandlerContext<typeof connectionRoutes.removeMedia>,
  'principal' | 'params' | 'request' | 'clock' | 'ids'
>;

/** Replaces or removes the file of the greeting. The same transaction discards the previous file. */
const changeMedia = (
  { principal, params, request, clock, ids }: Context,
  action: 'connections.setMedia' | 'connections.removeMedia',
  media: Connection['greetingMediaAttachment'],
  also: (nowMs: number) => WriteItem[] = () => [],
) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const { connection: before, state } = await loadConnectionWithState(table, params.id);
    if (before === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    const nowMs = clock.now();
    const after = { ...before, greetingMediaAttachment: media };
    await commit([
      ...connectionItems(table, before, after, nowMs),
      ...releasedMediaItems(table, before, after, { ids, nowMs }),
      ...also(nowMs),
      auditItem(table, { principal, request, ids, nowMs }, action, { id: before.id, before, after }),
    ]);
    forgetDirectory(companyId);
    const row = { ...after, version: before.version + 1, rowUpdatedAt: toInstant(nowMs) };
    return presentConnection(row, state, directory.queues);
  });
};

const isShown = (mimeType: string): boolean => /^(image|video)\//.test(mimeType);

/**
 * Sets a picture or video for the greeting, from the form or from an earlier upload. Refuses formats that customers'
 * apps do not display by themselves.
 */
export const setGreetingMedia: RouteHandler<typeof connectionRoutes.setMedia> = async (context) => {
  const { principal, params } = context;
  const connection = await loadConnection(openTable(principal.companyId), params.id);
  if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
  return withOneFile(
    context,
    { keeper: `connection.${connection.id}`, isTaken: isShown },
    async ({ mediaType, media }, marks) => {
      if (mediaType !== 'image' && mediaType !== 'video') throw new AppError('ERR_MEDIA_TYPE');
      const { key, fileName, mimeType, size } = media;
      return changeMedia(context, 'connections.setMedia', { key, fileName, mimeType, size }, marks);
    },
  );
};

/** Removes the greeting's file. Does nothing if the greeting has no file. */
export const removeGreetingMedia: RouteHandler<typeof connectionRoutes.removeMedia> = (context) =>
  changeMedia(context, 'connections.removeMedia', null);
