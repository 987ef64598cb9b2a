import { type FetchOutside, fetchOutside } from '../../platform/fetch-outside.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { countExternalCall } from '../../repositories/limits/external-rate.ts';
import { checkNumber } from './check-number.ts';
import { routes } from './function.ts';
import { messageStatus } from './message-status.ts';
import { cancelSchedule, scheduleStatus } from './own-schedules.ts';
import { sendLinkedImage } from './send-linked-image.ts';
import { sendExternalMessage } from './send-message.ts';

/**
 * Binds the routes of the external API.
 * @param fetchFile fetches a file that a caller names by its URL
 */
export const bindExternal = (fetchFile: FetchOutside) =>
  bindRoutes(
    routes,
    {
      sendMessage: sendExternalMessage,
      sendLinkedImage: sendLinkedImage(fetchFile),
      messageStatus,
      scheduleStatus,
      cancelSchedule,
      checkNumber,
    },
    countExternalCall,
  );

export const handler = bindExternal(fetchOutside);
