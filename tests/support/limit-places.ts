/**
 * Files that enforce a limit by throwing its error, below `functions/`, with how `limits-at-once` shows that thirty
 * requests at once do not exceed it. An invariant finds files that are missing here.
 */
export const LIMIT_PLACES = {
  'http/assistants/corrections.ts': 'rows',
  'http/assistants/save-assistant.ts': 'rows',
  'http/flows/phrases.ts': 'rows',
  'http/flows/save-flow.ts': 'rows',
  'http/helps/save-help.ts': 'rows',
  'http/integrations/save-integration.ts': 'rows',
  'http/internal-chats/save-chat.ts': 'rows',
  'http/tags/save-tag.ts': 'rows',
  'http/webhook-endpoints/save-endpoint.ts': 'rows',
  'repositories/limits/create-within-plan.ts': 'rows',
  'repositories/limits/running-work.ts': 'rows',
  /** Counts before a call, so that it links all accounts or none; `create-within-plan` decides. */
  'http/connections/link-accounts.ts': 'decided-elsewhere',
  'repositories/limits/creation-limits.ts': 'rate',
  'repositories/limits/external-rate.ts': 'rate',
  'repositories/limits/guesses.ts': 'rate',
  'repositories/limits/help-questions.ts': 'rate',
  'repositories/limits/service-tests.ts': 'rate',
  'repositories/limits/template-syncs.ts': 'rate',
} as const;

export type RowLimit = {
  [Place in keyof typeof LIMIT_PLACES]: (typeof LIMIT_PLACES)[Place] extends 'rows' ? Place : never;
}[keyof typeof LIMIT_PLACES];
