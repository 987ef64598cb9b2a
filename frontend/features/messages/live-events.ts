import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { receiveTicket } from '../tickets/receive-ticket.ts';
import { viewerOf } from '../tickets/viewer-of.ts';
import { applyMessageEvent } from './apply-message-event.ts';

const reducers: LiveReducers<'messages'> = {
  appMessage: (context, { data }) => {
    if (data.action === 'create' && data.ticket !== null) receiveTicket(context, data.ticket);
    if (data.action === 'reference' || data.message.media !== null || data.message.isDeleted)
      invalidateSoon(messageRoutes.files);
    if (data.action === 'reference') invalidateSoon(messageRoutes.list);
    else applyMessageEvent(context.client, data, viewerOf(context.user));
  },
};

export default reducers;
