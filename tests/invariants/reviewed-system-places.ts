/**
 * Places where the system acts for a company without a caller, each with the source of the company's id. A new one
 * needs a review, because an id that a caller may choose opens every company's rows.
 */
export const SYSTEM_PLACES: Record<string, string> = {
  'functions/http/sign-in/sign-in.ts':
    'The marker of the e-mail address names it; nothing is told before the password fits.',
  'functions/http/companies/send-cap.ts':
    'A super administrator names the company; the permission of its routes lets nobody else in.',
  'functions/repositories/organisation/announcements.ts':
    'The operator’s company, by its fixed number: the files of announcements belong to it.',
  'functions/repositories/connections/all-connections.ts':
    'Rows of the index of all connections, for the one route of it, which is a super administrator’s.',
  'functions/repositories/users/sessions.ts':
    'The refresh token names where its session lies; nothing is told before its hash fits.',
  'functions/ws/connect.ts': 'The row of a one-time ticket, found by the hash of its secret.',
  'functions/ws/socket-owner.ts': 'The row that connecting wrote, found by the id API Gateway gives.',
  'functions/workers/inbound/handler.ts':
    'A message of our queue, which the session host or a verified webhook put there.',
  'functions/workers/meta-webhooks/resolve-account.ts':
    "The row of the provider's account in a delivery that was proven.",
  'functions/workers/meta-webhooks/apply-account-update.ts':
    'The companies with an account of the business that a signed delivery names.',
  'functions/workers/meta-webhooks/forward-history.ts':
    'The company that the account of a signed delivery belongs to, as `resolve-account.ts` found it.',
  'functions/workers/meta-webhooks/apply-template-update.ts':
    "Rows of the provider's business in a delivery that was proven.",
  'functions/channels/commands/handle-commands.ts':
    'A message of our queue, which a transaction of the connection’s company put there.',
  'functions/workers/timers/handler.ts': 'A message of our queue, which the tick made of a row.',
  'functions/workers/contact-imports/handler.ts':
    'A message of our queue, committed with the import it names.',
  'functions/workers/contact-exports/handler.ts':
    'A message of our queue, committed with the export it names.',
  'functions/workers/campaign-plans/handler.ts':
    'A message of our queue, committed with the campaign or the receiver it names.',
  'functions/workers/campaigns/handler.ts':
    'A message of our queue, committed with the campaign or the receiver it names.',
  'functions/workers/history-imports/handler.ts':
    'A message of our queue, which the session host or a transaction of the connection’s company put there.',
  'functions/workers/webhook-deliveries/handler.ts':
    'A message of our queue, which the stream or a transaction of the company put there.',
  'functions/workers/integration-calls/handler.ts':
    'A message of our queue, committed with the ticket that it names.',
  'functions/workers/assistant-calls/handler.ts':
    'A message of our queue, committed with the ticket that it names.',
  'functions/workers/outbox-sweep/handler.ts': 'Rows of the outbox.',
  'functions/streams/read-changes.ts': "The table's stream.",
  'functions/streams/publish-everywhere.ts':
    'Companies with an open WebSocket connection, as their own rows name them; each gets the same rows of the installation.',
  'functions/streams/replay.ts': 'A row of the outbox that was given up.',
  'session-host/connections/table-store.ts': 'Commands of our queue, and the index of sessions.',
  'infra/local/seed.ts': 'Sets up companies.',
  'infra/local/sandbox/connections.ts': 'The sandbox shows every company; it is never deployed.',
};

/** Places that may prove that a number is a caller's company. */
export const PROVING_PLACES: Record<string, string> = {
  'functions/platform/http/authorize.ts': 'Users by a verified token, other systems by the hash of theirs.',
  'functions/platform/auth/principal.ts': 'The system, from the places above.',
};
