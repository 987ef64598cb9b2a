import type { AskOutside } from '../../platform/fetch-outside.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { askIntegrationHost } from '../../platform/integration-hosts.ts';
import { createCorrection, listCorrections, removeCorrection, updateCorrection } from './corrections.ts';
import { routes } from './function.ts';
import { getAssistant, listAssistants } from './list-assistants.ts';
import { getCall, listCalls } from './list-calls.ts';
import { listExchanges, replay } from './replay.ts';
import { createAssistant, removeAssistant, updateAssistant } from './save-assistant.ts';
import { testAssistant } from './test-assistant.ts';

/**
 * Binds the routes of assistants.
 * @param ask sends a request to the provider of a model
 */
export const bindAssistants = (ask: AskOutside) =>
  bindRoutes(routes, {
    list: listAssistants,
    get: getAssistant,
    create: createAssistant,
    update: updateAssistant,
    remove: removeAssistant,
    test: testAssistant(ask),
    exchanges: listExchanges,
    replay: replay(ask),
    corrections: listCorrections,
    createCorrection,
    updateCorrection,
    removeCorrection,
    calls: listCalls,
    call: getCall,
  });

export const handler = bindAssistants(askIntegrationHost);
