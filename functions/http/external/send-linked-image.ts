import type { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { LINKED_IMAGE_MAX_BYTES } from '@prosa/shared/rules/file-limits.ts';
import { type FetchOutside, OutsideFailed, type OutsideFile } from '../../platform/fetch-outside.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { errorFields, log } from '../../platform/log.ts';
import { discardFiles, takeFile } from '../messages/take-files.ts';
import { requireOpenWindow } from './recipient.ts';
import { closeBehind, contactOf, requireConnected, sendKept } from './send-message.ts';

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
 * Sends the picture at a URL and then closes the ticket. The picture is checked like any other file and stored in the
 * bucket.
 * @throws AppError ERR_MEDIA_MISSING if nothing could be fetched, ERR_MEDIA_TYPE if it is not a picture,
 * ERR_REPLY_WINDOW_CLOSED
 */
export const sendLinkedImage =
  (fetchOutside: FetchOutside): RouteHandler<typeof externalRoutes.sendLinkedImage> =>
  async ({ principal, body, ids, clock }) => {
    await requireConnected(principal);
    await requireOpenWindow(principal, body.number, clock.now());
    const { bytes, mimeType, url } = await fetched(fetchOutside, body.url);
    const contact = await contactOf(principal, body.number, { ids, nowMs: clock.now() });
    const fileName = fileNameOf(url);
    const file = await takeFile(principal, { bytes, mimeType, fileName }, ids.uuid(), false, contact);
    const wanted = { userId: null, queueId: null };
    const ports = { ids, clock };
    const draft = { body: body.caption, ...file };
    const send = async (): Promise<number> => {
      if (file.mediaType !== 'image') throw new AppError('ERR_MEDIA_TYPE');
      return sendKept(ports, { principal, contact, wanted, draft });
    };
    const ticketId = await send().catch(async (error: unknown) => {
      await discardFiles([file]);
      throw error;
    });
    await closeBehind(ports, principal, ticketId);
    return { status: 'SUCCESS' };
  };
