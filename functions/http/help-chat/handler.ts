import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { askIntegrationHost } from '../../platform/integration-hosts.ts';
import { askHelpChat, type HelpChatPorts, helpChatState } from './ask-help-chat.ts';
import { routes } from './function.ts';
import { helpChatProvider } from './provider.ts';

/** Binds the routes of the help chat. */
export const bindHelpChat = (ports: HelpChatPorts) =>
  bindRoutes(routes, { state: helpChatState(ports), ask: askHelpChat(ports) });

export const handler = bindHelpChat({ ask: askIntegrationHost, provider: helpChatProvider });
