import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { editMessage, removeMessage } from './change-own-message.ts';
import { countMessages } from './count-messages.ts';
import { forwardMessage } from './forward-message.ts';
import { forwardSeveral } from './forward-several.ts';
import { routes } from './function.ts';
import { listFiles } from './list-files.ts';
import { listMessages } from './list-messages.ts';
import { readMessages } from './mark-read.ts';
import { resendAll, resendMessage } from './resend-message.ts';
import { sendCall, sendCopy, sendList, sendPix, sendUrl } from './send-interactive.ts';
import { sendMessage } from './send-message.ts';
import { sendTemplate } from './send-template.ts';
import { showTyping } from './show-typing.ts';

export const handler = bindRoutes(routes, {
  list: listMessages,
  read: readMessages,
  typing: showTyping,
  files: listFiles,
  send: sendMessage,
  sendList,
  sendCopy,
  sendCall,
  sendUrl,
  sendTemplate,
  sendPix,
  resend: resendMessage,
  resendAll,
  edit: editMessage,
  remove: removeMessage,
  forward: forwardMessage,
  allMe: countMessages,
  forwardSeveral,
});
