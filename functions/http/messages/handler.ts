import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { editMessage, removeMessage } from './change-own-message.ts';
import { forwardMessage } from './forward-message.ts';
import { forwardSeveral } from './forward-several.ts';
import { listMessages } from './list-messages.ts';
import { resendAll, resendMessage } from './resend-message.ts';
import { sendMessage } from './send-message.ts';

export const handler = bindRoutes(messageRoutes, {
  list: listMessages,
  send: sendMessage,
  resend: resendMessage,
  resendAll,
  edit: editMessage,
  remove: removeMessage,
  forward: forwardMessage,
  forwardSeveral,
});
