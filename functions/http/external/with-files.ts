import { AppError } from '@prosa/shared/errors.ts';
import type { Sent } from '../../domain/external/repeated-call.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import type { UploadedFile } from '../../platform/http/http-call.ts';
import type { Ids } from '../../platform/ids.ts';
import { discardFiles, type TakenFile, takeFile } from '../messages/take-files.ts';
import type { Outcome } from './send-once.ts';

/**
 * Stores the files of a call for its messages, and removes them if no message refers to them in the end.
 * @throws AppError ERR_MEDIA_EMPTY, ERR_MEDIA_TYPE, ERR_FILESIZE_OVER_LIMIT, and those of `send`
 */
export const withFiles = async (
  { principal, number, ids }: { principal: ApiTokenPrincipal; number: string; ids: Ids },
  files: readonly UploadedFile[],
  send: (taken: readonly TakenFile[]) => Promise<Outcome>,
): Promise<Sent> => {
  const taken: TakenFile[] = [];
  try {
    for (const file of files) taken.push(await takeFile(principal, file, ids.uuid(), false, { number }));
    const { sent, isRepeated } = await send(taken);
    if (isRepeated) await discardFiles(taken);
    return sent;
  } catch (error) {
    // After any other error a message may refer to the files.
    if (error instanceof AppError) await discardFiles(taken);
    throw error;
  }
};
