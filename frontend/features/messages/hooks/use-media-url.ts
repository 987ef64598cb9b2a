import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { PENDING_PREFIX } from '../pending-store.ts';

/** Returns the URL of a message's file; fetches a new link once when it has expired. */
export const useMediaUrl = (message: MessageView) => {
  const [fresh, setFresh] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const renew = () => {
    if (fresh !== null || message.id.startsWith(PENDING_PREFIX)) {
      setFailed(true);
      return;
    }
    call(mediaRoutes.link, { params: { messageId: message.id } }).then(
      ({ url }) => setFresh(url),
      () => setFailed(true),
    );
  };
  return { url: fresh ?? message.mediaUrl, failed, renew };
};
