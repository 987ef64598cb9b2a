import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { sendExternalMessage } from './send-message.ts';

export const handler = bindRoutes(externalRoutes, { sendMessage: sendExternalMessage });
