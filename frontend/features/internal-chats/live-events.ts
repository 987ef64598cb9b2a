import { internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';
import { dropChat, putChat, putChatMessage } from './chat-cache.ts';

const reducers: LiveReducers<'internal-chats'> = {
  chatUser: ({ client, user }, { data, params }) => {
    if (params.userId !== user.id) return;
    if (data.action === 'create') putChat(client, data.record, user.id);
    else if (data.action === 'delete') dropChat(client, data.id, user.id);
    else invalidateSoon(internalChatRoutes.list);
  },
  chat: ({ client, user }, { data }) => {
    if (data.action === 'update') putChat(client, data.chat, user.id);
    else invalidateSoon(internalChatRoutes.list);
  },
  chatMessage: ({ client }, { data }) => putChatMessage(client, data.newMessage),
};

export default reducers;
