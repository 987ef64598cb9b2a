import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { type FetchOutside, fetchOutside } from '../../platform/fetch-outside.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { checkNumber } from './check-number.ts';
import { sendLinkedImage } from './send-linked-image.ts';
import { sendExternalMessage } from './send-message.ts';

/** @param fetchFile how a file is had that a caller names by its address */
export const bindExternal = (fetchFile: FetchOutside) =>
  bindRoutes(externalRoutes, {
    sendMessage: sendExternalMessage,
    sendLinkedImage: sendLinkedImage(fetchFile),
    checkNumber,
  });

export const handler = bindExternal(fetchOutside);
