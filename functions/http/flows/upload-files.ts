import type { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { FLOW_FILE_MAX_MB, FLOW_FILES_PER_FORM } from '@prosa/shared/rules/flow-limits.ts';
import { shownKindOf } from '@prosa/shared/rules/shown-file-kind.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { openTable } from '../../platform/table/table.ts';
import { newFlowFileItems } from '../../repositories/flows/flow-files.ts';
import { discardFiles, type TakenFile, takeFile } from '../messages/take-files.ts';
import { withOneFile } from '../messages/with-one-file.ts';

type Context = Pick<
  HandlerContext<typeof flowRoutes.uploadContent>,
  'principal' | 'body' | 'files' | 'clock' | 'ids'
>;
type Kind = keyof typeof FLOW_FILE_MAX_MB;

const BYTES_PER_MB = 1024 * 1024;
/** No contact: the file name has no number to hide. */
const NOBODY = { number: '' };
const VIDEO_TYPE = 'video/mp4';

/**
 * Requires that a file is of a kind, and within the specification's limits (S-41); otherwise discards it.
 * @throws AppError ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT
 */
const requireWithinLimits = async (file: TakenFile, kinds: readonly Kind[]): Promise<void> => {
  const { mimeType, size } = file.media;
  const kind = shownKindOf(mimeType);
  if (kind === undefined || !kinds.includes(kind) || (kind === 'video' && mimeType !== VIDEO_TYPE)) {
    await discardFiles([file]);
    throw new AppError('ERR_MEDIA_TYPE');
  }
  const maxBytes = FLOW_FILE_MAX_MB[kind] * BYTES_PER_MB;
  if (size <= maxBytes) return;
  await discardFiles([file]);
  throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes } });
};

/** Returns the end of a file name from its dot, as far as it may be part of a name in a flow. */
const extensionOf = (fileName: string): string =>
  /\.[a-z0-9]{1,10}$/i.exec(fileName)?.[0].toLowerCase() ?? '';

/** Stores the rows of files. One transaction. @returns their names */
const keepFiles = async (
  { principal, clock, ids }: Context,
  taken: readonly TakenFile[],
  marks: (nowMs: number) => WriteItem[] = () => [],
): Promise<string[]> => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const nowMs = clock.now();
  const files = taken.map(({ media: { key, fileName, mimeType, size } }) => ({
    companyId,
    name: ids.sortable(nowMs) + extensionOf(fileName),
    key,
    fileName,
    mimeType,
    size,
  }));
  await commit([...files.flatMap((file) => newFlowFileItems(table, file, { ids, nowMs })), ...marks(nowMs)]);
  return files.map(({ name }) => name);
};

/** Stores the one file of a request. @returns its name */
const uploadOne = (context: Context, kinds: readonly Kind[]): Promise<string> =>
  withOneFile(context, { keeper: 'flows' }, async (taken, marks) => {
    await requireWithinLimits(taken, kinds);
    const [name = ''] = await keepFiles(context, [taken], marks);
    return name;
  });

/** Stores files for flows, from a form or an earlier upload. Nothing is kept of a form that is refused. */
export const uploadContent: RouteHandler<typeof flowRoutes.uploadContent> = async (context) => {
  const { principal, body, files, ids } = context;
  const kinds = ['image', 'audio', 'video'] as const;
  if (body.mediaKey !== undefined) return [await uploadOne(context, kinds)];
  if (files.length === 0 || files.length > FLOW_FILES_PER_FORM)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'body.medias', message: `between 1 and ${FLOW_FILES_PER_FORM}` }],
    });
  const taken: TakenFile[] = [];
  try {
    for (const file of files) {
      const one = await takeFile(principal, file, ids.uuid(), false, NOBODY);
      taken.push(one);
      await requireWithinLimits(one, kinds);
    }
    return await keepFiles(context, taken);
  } catch (error) {
    // After any other error the files may be in use.
    if (error instanceof AppError) await discardFiles(taken);
    throw error;
  }
};

export const uploadAudio: RouteHandler<typeof flowRoutes.uploadAudio> = async (context) => ({
  name: await uploadOne(context, ['audio']),
});

export const uploadImage: RouteHandler<typeof flowRoutes.uploadImage> = async (context) => ({
  name: await uploadOne(context, ['image']),
});
