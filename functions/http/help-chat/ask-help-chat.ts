import { setTimeout as pause } from 'node:timers/promises';
import { HELP_CHAT_SOURCES_MAX, type helpChatRoutes } from '@prosa/shared/contracts/help-chat.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { askModel } from '../../assistants/ask-assistant.ts';
import { askWithin } from '../../assistants/ask-within.ts';
import { chatBody } from '../../domain/assistants/chat-request.ts';
import type { AssistantFailure } from '../../domain/assistants/question.ts';
import { chooseHelps, helpChatRules } from '../../domain/help-chat/help-question.ts';
import type { AskOutside } from '../../platform/fetch-outside.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { log } from '../../platform/log.ts';
import { countHelpQuestion } from '../../repositories/limits/help-questions.ts';
import { readHelps } from '../../repositories/organisation/helps.ts';
import type { HelpChatProvider } from './provider.ts';

/** For all requests of one question: with a pause between them, the answer comes before the function's time is over. */
const QUESTION_MS = 22_000;
/** Short answers that hardly vary. */
const SETTINGS = { maxTokens: 500, temperature: 0.2 } as const;
/** The provider answered, but its model said nothing. */
const SAID_NOTHING: ReadonlySet<AssistantFailure> = new Set(['not-understood', 'content']);

export interface HelpChatPorts {
  /** Sends a request to the provider. */
  ask: AskOutside;
  /** Returns undefined while the help chat is off. */
  provider: () => Promise<HelpChatProvider | undefined>;
}

/** Tells whether the installation has a help chat. Reads no row. */
export const helpChatState =
  ({ provider }: HelpChatPorts): RouteHandler<typeof helpChatRoutes.state> =>
  async () => ({ isOn: (await provider()) !== undefined });

/**
 * Asks the installation's model a question about the product. It gets the conversation of the request and the helps that
 * fit, and nothing of the company. Stores nothing. A query of the helps and up to three writes for the rate limits.
 * @throws AppError ERR_HELP_CHAT_OFF, ERR_HELP_CHAT_FAILED, ERR_TOO_MANY_REQUESTS
 */
export const askHelpChat =
  ({ ask, provider: read }: HelpChatPorts): RouteHandler<typeof helpChatRoutes.ask> =>
  async ({ principal, body, clock }) => {
    const provider = await read();
    if (provider === undefined) throw new AppError('ERR_HELP_CHAT_OFF');
    const nowMs = clock.now();
    await countHelpQuestion(principal, nowMs);
    const questions = body.messages.flatMap(({ by, text }) => (by === 'user' ? [text] : []));
    const helps = chooseHelps(await readHelps(), questions);
    const content = {
      system: helpChatRules(helps, principal.directory.settings.language),
      lines: body.messages.map(
        ({ by, text }) => ({ by: by === 'user' ? 'customer' : 'company', text }) as const,
      ),
    };
    const outcome = await askModel(
      { ask: askWithin(ask, clock, nowMs + QUESTION_MS), clock, pause },
      {
        ...provider,
        bodyOf: (dialect) => chatBody({ ...SETTINGS, model: provider.model }, content, dialect),
        queues: [],
      },
    );
    const isFailure = 'failure' in outcome;
    if (isFailure)
      log.info('the help chat got no answer', { failure: outcome.failure, status: outcome.status });
    if (isFailure && !SAID_NOTHING.has(outcome.failure)) throw new AppError('ERR_HELP_CHAT_FAILED');
    return {
      answer: isFailure ? '' : outcome.text,
      sources: helps.slice(0, HELP_CHAT_SOURCES_MAX).map(({ id: helpId, title }) => ({ helpId, title })),
    };
  };
