import type { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { Upload } from '../../platform/table/entities/messages.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  discardFiles,
  type TakenFile,
  takeFile,
  takeUpload,
  type UploadRow,
} from '../messages/take-files.ts';
import { requireChangeable } from './require-quick-message.ts';
import { changeQuickMessage } from './save-quick-message.ts';

type Context = HandlerContext<typeof quickMessageRoutes.setMedia>;

/** It is nobody's in particular: there is no number that its name could tell. */
const NOBODY = { number: '' };

const loadUpload = async ({ principal }: Context, key: string): Promise<UploadRow> => {
  const upload = await openTable(principal.companyId).get(Upload, { key }, { consistent: true });
  if (upload === undefined || upload.usedBy !== null || upload.userId !== principal.userId)
    throw new AppError('ERR_MEDIA_MISSING');
  return upload;
};

/**
 * Gives a quick message a file: one of the form, or one that was uploaded before. What it is is decided by its bytes, as for
 * messages, since it will be sent as one.
 */
export const setQuickMessageMedia: RouteHandler<typeof quickMessageRoutes.setMedia> = async (context) => {
  const { principal, params, body, files, clock, ids } = context;
  const table = openTable(principal.companyId);
  await requireChangeable(table, principal, params.id);
  const [file, ...others] = files;
  if (others.length > 0 || (file === undefined) === (body.mediaKey === undefined)) {
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.file', message: 'one file' }] });
  }
  const upload = body.mediaKey === undefined ? undefined : await loadUpload(context, body.mediaKey);
  const taken: TakenFile[] = [];
  try {
    if (upload !== undefined) taken.push(await takeUpload(upload, false, NOBODY));
    if (file !== undefined) taken.push(await takeFile(principal, file, ids.uuid(), false, NOBODY));
    const media = taken[0]?.media;
    if (media === undefined) throw new AppError('ERR_MEDIA_MISSING');
    const { key, fileName, mimeType, size } = media;
    return await changeQuickMessage(
      principal,
      params.id,
      { clock, ids },
      (quick) => ({ ...quick, media: { key, fileName, mimeType, size } }),
      (nowMs) =>
        upload === undefined
          ? []
          : [table.put(Upload, { ...upload, usedBy: `quick-message.${params.id}` }, upload.version, nowMs)],
    );
  } catch (error) {
    // Any other error leaves open whether the quick message names it; an upload's place is the same when it is asked again.
    if (error instanceof AppError && upload === undefined) await discardFiles(taken);
    throw error;
  }
};

/** Takes the file away; without one nothing happens. */
export const removeQuickMessageMedia: RouteHandler<typeof quickMessageRoutes.removeMedia> = ({
  principal,
  params,
  ...ports
}) => changeQuickMessage(principal, params.id, ports, (quick) => ({ ...quick, media: null }));
