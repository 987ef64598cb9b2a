/** Environment variable with the depth of a run, which `tests/run.ts` sets. */
export const DEPTH = 'PROSA_TEST_DEPTH';
export const WHOLE = 'whole';

/** Whether this run has the whole depth: `npm test -- all`, or a kind's files by name. */
export const isWhole = process.env[DEPTH] === WHOLE;

/**
 * Test files that only a run of the whole depth has: they kill, wait or draw much, or vary in the browser what another file
 * does. Beside each is a file of every run that finds the same class of faults, at its smallest size.
 */
export const WHOLE_ONLY: Readonly<Record<string, string>> = {
  'tests/e2e/assistant-knowledge.test.ts': 'tests/e2e/assistants.test.ts',
  'tests/e2e/assistant-log.test.ts': 'tests/e2e/assistants.test.ts',
  'tests/e2e/assistant-replay.test.ts': 'tests/e2e/assistants.test.ts',
  'tests/e2e/automatic-service.test.ts': 'tests/integration/automatic-service.test.ts',
  'tests/e2e/campaign-dialogs.test.ts': 'tests/e2e/campaigns.test.ts',
  'tests/e2e/campaign-segments.test.ts': 'tests/e2e/ticket-filters.test.ts',
  'tests/e2e/campaign-settings.test.ts': 'tests/e2e/settings.test.ts',
  'tests/e2e/contact-merge.test.ts': 'tests/e2e/contacts.test.ts',
  'tests/e2e/documented-numbers.test.ts': 'tests/invariants/documented-names.test.ts',
  'tests/e2e/flow-files.test.ts': 'tests/e2e/flows.test.ts',
  'tests/e2e/flows-far.test.ts': 'tests/e2e/flows.test.ts',
  'tests/e2e/forwarding.test.ts': 'tests/e2e/ticket-actions.test.ts',
  'tests/e2e/help-chat.test.ts': 'tests/integration/help-chat.test.ts',
  'tests/e2e/history-import.test.ts': 'tests/integration/history-import.test.ts',
  'tests/e2e/kanban-size.test.ts': 'tests/e2e/kanban.test.ts',
  'tests/e2e/made-up-parts.test.ts': 'tests/invariants/channels.test.ts',
  'tests/e2e/printing.test.ts': 'tests/e2e/message-kinds.test.ts',
  'tests/e2e/sandbox-accounts.test.ts': 'tests/e2e/channel-links.test.ts',
  'tests/e2e/sandbox-services.test.ts': 'tests/e2e/integrations.test.ts',
  'tests/e2e/schedules-templates.test.ts': 'tests/e2e/schedules.test.ts',
  'tests/e2e/slow-network.test.ts': 'tests/e2e/offline.test.ts',
  'tests/integration/bursts.test.ts': 'tests/integration/inbound-burst.test.ts',
  'tests/integration/campaign-kills.test.ts': 'tests/integration/turn-kills.test.ts',
  'tests/integration/contact-files-crash.test.ts': 'tests/integration/lost-answers-workers.test.ts',
  'tests/integration/deployment-steps.test.ts': 'tests/invariants/aws-installations.test.ts',
  'tests/integration/history-import-crash.test.ts': 'tests/integration/lost-answers-workers.test.ts',
  'tests/integration/integration-hang.test.ts': 'tests/integration/webhook-dead-host.test.ts',
  'tests/integration/openapi-validators.test.ts': 'tests/integration/generated-client.test.ts',
  'tests/integration/outages.test.ts': 'tests/integration/outbox.test.ts',
  'tests/integration/paired-numbers.test.ts': 'tests/integration/stream-ends.test.ts',
  'tests/integration/session-host-crash.test.ts': 'tests/integration/session-host-send-kills.test.ts',
  'tests/integration/session-host-image.test.ts': 'tests/invariants/aws-templates.test.ts',
  'tests/integration/sign-in-throttling.test.ts': 'tests/integration/limits-at-once.test.ts',
  'tests/integration/stack-kills.test.ts': 'tests/integration/engine-kills.test.ts',
  'tests/integration/throttling.test.ts': 'tests/integration/table.test.ts',
};

/**
 * Returns all cases in the whole depth; otherwise every `step`th one, for tests that ask the same of many routes, limits or
 * rights: a fault of what these share is found by any of them.
 */
export const everyNth = <T>(cases: readonly T[], step: number): readonly T[] =>
  isWhole ? cases : cases.filter((_case, at) => at % step === 0);
