import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { invalidateSoon } from '../../lib/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live-reducers.ts';
import { putTicket } from '../tickets/apply-ticket-event.ts';
import { viewerOf } from '../tickets/viewer-of.ts';
import { applyMessageEvent } from './apply-message-event.ts';

export const messageReducers: LiveReducers<'messages'> = {
  appMessage: ({ client, user }, { data }) => {
    if (data.action === 'create' && data.ticket !== null) putTicket(client, data.ticket, viewerOf(user));
    if (data.action === 'reference') invalidateSoon(messageRoutes.list);
    else applyMessageEvent(client, data);
  },
};
