import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { LINKED_IMAGE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { type FetchOutside, OutsideFailed, type OutsideFile } from '../../platform/fetch-outside.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { sha256 } from '../../platform/ids.ts';
import { errorFields, log } from '../../platform/log.ts';
import { recipientOf, requireOpenWindow, requireUnblockedNumber } from './recipient.ts';
import { requireConnected } from './require-connected.ts';
import { findAnswer, sendKept } from './send-once.ts';
import { withFiles } from './with-files.ts';

/**
 * Fetches the image. All failures give the same error, because the response must not reveal what is behind an address
 * (S-46).
 */
const fetched = async (fetchOutside: FetchOutside, url: string): Promise<OutsideFile> => {
  try {
    return await fetchOutside(url, LINKED_IMAGE_MAX_BYTES);
  } catch (error) {
    if (!(error instanceof OutsideFailed)) throw error;
    log.info('linked picture not fetched', { reason: error.reason, ...errorFields(error.cause) });
    if (error.reason === 'too-large')
      throw new AppError('ERR_FILESIZE_OVER_LIMIT', { details: { maxBytes: LINKED_IMAGE_MAX_BYTES } });
    throw new AppError('ERR_MEDIA_MISSING');
  }
};

/** Returns the last part of a URL as the file's name, or an empty name if it is not UTF-8. */
const fileNameOf = ({ pathname }: URL): string => {
  try {
    return decodeURIComponent(pathname.split('/').at(-1) ?? '');
  } catch {
    return '';
  }
};

/**
 * Sends the picture at a URL and closes the ticket with it, once for each key. The picture is checked like any other
 * file and stored in the bucket.
 * @throws AppError ERR_MEDIA_MISSING if nothing could be fetched, ERR_MEDIA_TYPE if it is not a picture,
 * ERR_CONTACT_BLOCKED, ERR_REPLY_WINDOW_CLOSED, ERR_IDEMPOTENCY_MISMATCH
 */
export const sendLinkedImage =
  (fetchOutside: FetchOutside): RouteHandler<typeof externalRoutes.sendLinkedImage> =>
  async (context) => {
    const { principal, headers, body, ids, clock } = context;
    const { number, url: address, caption } = body;
    const call = {
      connectionId: principal.connection.id,
      key: headers['idempotency-key'],
      bodyHash: sha256(JSON.stringify(['link-image', body])),
    };
    const repeated = await findAnswer(principal, call, clock.now());
    if (repeated !== undefined) return repeated;
    await requireConnected(principal);
    const recipient = recipientOf(principal, number);
    await requireUnblockedNumber(recipient);
    await requireOpenWindow(recipient, clock.now());
    const { bytes, mimeType, url } = await fetched(fetchOutside, address);
    const files = [{ bytes, mimeType, fileName: fileNameOf(url) }];
    return withFiles({ principal, number, ids }, files, (taken) => {
      if (taken.some(({ mediaType }) => mediaType !== 'image')) throw new AppError('ERR_MEDIA_TYPE');
      const drafts = taken.map((file) => ({ ...file, body: caption }));
      const wanted = { userId: null, queueId: null };
      return sendKept({ ids, clock }, { principal, number, wanted, drafts, closes: true, call });
    });
  };
