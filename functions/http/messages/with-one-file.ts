import { AppError } from '@prosa/shared/errors.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import type { UploadedFile } from '../../platform/http/http-call.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { Upload } from '../../platform/table/entities/messages.ts';
import { openTable } from '../../platform/table/table.ts';
import { discardFiles, type TakenFile, takeFile, takeUpload, type UploadRow } from './take-files.ts';

interface OneFileRequest {
  principal: Pick<UserPrincipal, 'companyId' | 'userId'>;
  /** A key answered by `POST /media/uploads`. */
  body: { mediaKey?: string | undefined };
  files: readonly UploadedFile[];
  ids: Ids;
}

/** It is nobody's in particular: there is no number that its name could tell. */
const NOBODY = { number: '' };

const loadUpload = async ({ principal }: OneFileRequest, key: string): Promise<UploadRow> => {
  const upload = await openTable(principal.companyId).get(Upload, { key }, { consistent: true });
  if (upload === undefined || upload.usedBy !== null || upload.userId !== principal.userId)
    throw new AppError('ERR_MEDIA_MISSING');
  return upload;
};

/**
 * Takes the one file of a request, of its form or uploaded before, for something that will keep it. What it is is decided by
 * its bytes, as for messages, since it will be sent as one.
 * @param keeper what it is kept for; `isTaken`: which announced types are taken
 * @param use commits who keeps it, with the items that mark an upload as used
 * @throws AppError ERR_VALIDATION for none or several, ERR_MEDIA_MISSING, ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE,
 * ERR_FILESIZE_OVER_LIMIT
 */
export const withOneFile = async <T>(
  request: OneFileRequest,
  { keeper, isTaken = () => true }: { keeper: string; isTaken?: (mimeType: string) => boolean },
  use: (taken: TakenFile, marks: (nowMs: number) => WriteItem[]) => Promise<T>,
): Promise<T> => {
  const { principal, body, files, ids } = request;
  const [file, ...others] = files;
  if (others.length > 0 || (file === undefined) === (body.mediaKey === undefined)) {
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.file', message: 'one file' }] });
  }
  const upload = body.mediaKey === undefined ? undefined : await loadUpload(request, body.mediaKey);
  if (!isTaken(upload?.mimeType ?? file?.mimeType ?? '')) throw new AppError('ERR_MEDIA_TYPE');
  const taken: TakenFile[] = [];
  try {
    if (upload !== undefined) taken.push(await takeUpload(upload, false, NOBODY));
    if (file !== undefined) taken.push(await takeFile(principal, file, ids.uuid(), false, NOBODY));
    const [first] = taken;
    if (first === undefined) throw new AppError('ERR_MEDIA_MISSING');
    return await use(first, (nowMs) =>
      upload === undefined
        ? []
        : [openTable(principal.companyId).put(Upload, { ...upload, usedBy: keeper }, upload.version, nowMs)],
    );
  } catch (error) {
    // Any other error leaves open whether it is kept; an upload's place is the same when it is asked again.
    if (error instanceof AppError && upload === undefined) await discardFiles(taken);
    throw error;
  }
};
