import type { AskOutside } from '../../platform/fetch-outside.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { askIntegrationHost } from '../../platform/integration-hosts.ts';
import { routes } from './function.ts';
import { getCall, listCalls } from './list-calls.ts';
import { getIntegration, listIntegrations } from './list-integrations.ts';
import { rotateSecret } from './rotate-secret.ts';
import { createIntegration, removeIntegration, updateIntegration } from './save-integration.ts';
import { repeatCall, testSession } from './try-service.ts';

/**
 * Binds the routes of integrations.
 * @param ask sends a request to the service of an integration
 */
export const bindIntegrations = (ask: AskOutside) =>
  bindRoutes(routes, {
    list: listIntegrations,
    get: getIntegration,
    create: createIntegration,
    update: updateIntegration,
    remove: removeIntegration,
    rotateSecret,
    testSession: testSession(ask),
    calls: listCalls,
    call: getCall,
    repeat: repeatCall(ask),
  });

export const handler = bindIntegrations(askIntegrationHost);
