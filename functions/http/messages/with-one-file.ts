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

/** No contact: the file name has no number to hide. */
const NOBODY = { number: '' };

/**
 * Returns an upload of the caller that nothing uses yet. One consistent read.
 * @throws AppError ERR_MEDIA_MISSING
 */
export const requireUpload = async (
  principal: OneFileRequest['principal'],
  key: string,
): Promise<UploadRow> => {
  const upload = await openTable(principal.companyId).get(Upload, { key }, { consistent: true });
  if (upload === undefined || upload.usedBy !== null || upload.userId !== principal.userId)
    throw new AppError('ERR_MEDIA_MISSING');
  return upload;
};

/**
 * Takes the one file of a request, from its form or an earlier upload, and stores it for later sending. The bytes
 * decide about its type, as for messages.
 * @param keeper the entity that refers to the file; `isTaken`: the accepted declared types
 * @param use commits the entity, together with the items that mark an upload as used
 * @throws AppError ERR_VALIDATION for none or several files, ERR_MEDIA_MISSING, ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE,
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
  const upload = body.mediaKey === undefined ? undefined : await requireUpload(principal, body.mediaKey);
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
    // After any other error the file may be in use. An upload's copy is kept as well, because a retry uses the same
    // place.
    if (error instanceof AppError && upload === undefined) await discardFiles(taken);
    throw error;
  }
};
