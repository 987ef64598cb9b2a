import type { fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import type { FileListOption } from '@prosa/shared/entities/file-list.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { FILES_PER_FORM, fileListMaxBytes, isFileListType } from '@prosa/shared/rules/file-list-limits.ts';
import { type Naming, optionsOfFiles } from '../../domain/file-lists/change-file-list.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import { openTable } from '../../platform/table/table.ts';
import { discardFiles, type TakenFile, takeFile } from '../messages/take-files.ts';
import { withOneFile } from '../messages/with-one-file.ts';
import { requireFileList } from './list-file-lists.ts';
import { changeFileList } from './save-file-list.ts';

type Context = HandlerContext<typeof fileListRoutes.upload>;

const refuse = (path: string, message: string): never => {
  throw new AppError('ERR_VALIDATION', { details: [{ path, message }] });
};

/** No contact: the file name has no number to hide. */
const NOBODY = { number: '' };

/**
 * Requires that a file is within the specification's limits (S-41); otherwise discards it.
 * @throws AppError ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT
 */
const requireWithinLimits = async (file: TakenFile): Promise<void> => {
  const { mimeType, size } = file.media;
  const maxBytes = fileListMaxBytes(mimeType);
  if (isFileListType(mimeType) && size <= maxBytes) return;
  await discardFiles([file]);
  if (!isFileListType(mimeType)) throw new AppError('ERR_MEDIA_TYPE');
  throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes } });
};

/** Returns how the request names the option of each file. A form field that is the same for all files comes once. */
const namingsOf = ({ id, name }: Context['body'], count: number): Naming[] =>
  Array.from({ length: count }, (_, index) => ({ id: id?.[index], name: name?.[index] ?? name?.[0] }));

/** Returns the option of each file. @throws AppError ERR_VALIDATION if a file has none */
const requireOptions = (options: readonly FileListOption[], namings: readonly Naming[]): string[] =>
  optionsOfFiles(options, namings) ?? refuse('body.id', 'no such option');

/** Sets the files of options in one transaction, whatever else changed meanwhile. */
const setFiles = (
  { principal, params, body, clock, ids }: Context,
  taken: readonly TakenFile[],
  marks?: (nowMs: number) => WriteItem[],
) => {
  return changeFileList(
    principal,
    params.id,
    { clock, ids },
    (list) => {
      const optionIds = requireOptions(list.options, namingsOf(body, taken.length));
      const options = list.options.map((option) => {
        const file = taken[optionIds.indexOf(option.id)];
        if (file === undefined) return option;
        const { key, fileName, mimeType, size } = file.media;
        return { ...option, media: { key, fileName, mimeType, size } };
      });
      return { ...list, options };
    },
    marks,
  );
};

/** Stores the files of a form, then sets them. Nothing is kept of a form that is refused. */
const fromForm = async (context: Context) => {
  const { principal, files, ids } = context;
  const taken: TakenFile[] = [];
  try {
    for (const file of files) {
      const one = await takeFile(principal, file, ids.uuid(), false, NOBODY);
      taken.push(one);
      await requireWithinLimits(one);
    }
    return await setFiles(context, taken);
  } catch (error) {
    // After any other error the list may have the files.
    if (error instanceof AppError) await discardFiles(taken);
    throw error;
  }
};

/** Sets the files of a list's options, from a form or an earlier upload. */
export const uploadFiles: RouteHandler<typeof fileListRoutes.upload> = async (context) => {
  const { principal, params, body, files } = context;
  const { options } = await requireFileList(openTable(principal.companyId), params.id);
  if (body.fileId !== undefined && body.fileId !== params.id) refuse('body.fileId', 'another list');
  // Before the files are stored.
  requireOptions(options, namingsOf(body, Math.max(files.length, body.id?.length ?? 0)));
  if (body.mediaKey === undefined && (files.length === 0 || files.length > FILES_PER_FORM))
    refuse('body.files', `between 1 and ${FILES_PER_FORM}`);
  if (body.mediaKey === undefined) return fromForm(context);
  return withOneFile(context, { keeper: `file-list.${params.id}` }, async (taken, marks) => {
    await requireWithinLimits(taken);
    return setFiles(context, [taken], marks);
  });
};
