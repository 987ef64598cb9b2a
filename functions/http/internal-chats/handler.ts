import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { getChat, listChats } from './list-chats.ts';
import { listChatMessages } from './list-messages.ts';
import { createChat, readChat, removeChat, updateChat } from './save-chat.ts';
import { sendChatMessage } from './send-message.ts';

export const handler = bindRoutes(routes, {
  list: listChats,
  get: getChat,
  create: createChat,
  update: updateChat,
  remove: removeChat,
  read: readChat,
  messages: listChatMessages,
  send: sendChatMessage,
});
