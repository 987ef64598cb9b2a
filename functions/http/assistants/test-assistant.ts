import type { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import type { AskOutside } from '../../platform/fetch-outside.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { countServiceTest } from '../../repositories/limits/service-tests.ts';
import { askDraft } from './ask-draft.ts';
import { requireAssistant } from './list-assistants.ts';
import { requireSoundAssistant } from './require-sound-assistant.ts';

/**
 * Asks the provider one question of a customer, with the values of the form.
 * @throws AppError ERR_NO_ASSISTANT_FOUND, ERR_VALIDATION, ERR_NO_QUEUE_FOUND, ERR_TOO_MANY_REQUESTS
 */
export const testAssistant =
  (ask: AskOutside): RouteHandler<typeof assistantRoutes.test> =>
  async ({ principal, body, clock, ids }) => {
    const { id, question, ...draft } = body;
    const table = openTable(principal.companyId);
    const stored = id === null ? undefined : await requireAssistant(table, id);
    await requireSoundAssistant(table, draft, stored);
    await countServiceTest('assistant-test', principal.companyId, clock.now());
    const lines = [{ by: 'customer', text: question }] as const;
    return askDraft({ ask, clock, ids, table, principal }, draft, stored, lines);
  };
