/**
 * Every place of the API's handlers that starts work outside or a job, and what limits how much of it a user can
 * start. Written by hand and reviewed, so that a new one states its limit. A place that is missing here fails the
 * checks.
 */
export const REVIEWED_WORK: Record<string, string> = {
  'assistants/ask-draft.ts': 'asked only by the calls below, which are counted',
  'assistants/handler.ts': 'binds the calls below to the network',
  'assistants/replay.ts':
    'counted by the company as tests of services are, and a bounded number of past questions',
  'assistants/test-assistant.ts': 'counted by the company as tests of services are',
  'campaigns/receivers.ts':
    'one running export a user and campaign, three a user; a message to a receiver is one write',
  'campaigns/save-campaign.ts': "the plan's and the connection's pace of campaigns",
  'campaigns/send-test.ts': 'administrators; one message a call, within the caps of sends',
  'connections/ask-history.ts': 'who manages connections; the provider takes one request a linked phone',
  'connections/close-imported.ts': 'who manages connections; one job a connection, found by its key',
  'connections/command-session.ts': 'who manages connections; refused while the session is linked or pairs',
  'connections/end-subscription.ts': "once with a connection's removal",
  'connections/link-accounts.ts': "who manages connections; the plan's number of connections",
  'connections/register-number.ts': 'who manages connections; Meta takes ten attempts in three days',
  'connections/relink-connection.ts': 'who manages connections; one call for a proof that Meta gives once',
  'connections/remove-connection.ts': "once a connection, of the plan's number",
  'connections/save-connection.ts': "who manages connections; the plan's number of connections",
  'contact-files/export-contacts.ts': 'administrators; one running export of them a user, three with others',
  'contact-files/import-contacts.ts':
    'three running imports a user, each of a file of a bounded size or a phone',
  'contact-lists/save-contact-list.ts': "administrators; the plan's campaigns, one check a list",
  'contacts/remove-contact.ts': 'administrators; a bounded number of tickets a call',
  'external/handler.ts': "every call of a connection's tokens is counted",
  'external/send-linked-image.ts': "every call of a connection's tokens is counted",
  'external/send-once.ts': "every call of a connection's tokens is counted, and the caps of sends",
  'help-chat/ask-help-chat.ts': 'counted by the user and by the company',
  'integrations/handler.ts': 'binds the calls below to the network',
  'integrations/try-service.ts': 'counted by the company as tests of services are',
  'media/handler.ts': 'binds the call below to the network',
  'media/transcribe-audio.ts': 'once a message that the user may read: the answer is stored',
  'message-templates/template-account.ts':
    'reading is counted by the business; writing: who manages connections, and Meta limits edits of a template',
  'queues/remove-queue.ts': "administrators; once a queue, of the plan's number",
  'tags/save-tag.ts': 'administrators; a bounded number of lanes',
  'ticket-report/export-report.ts': 'one running export a user and filters, three a user',
  'users/remove-user.ts': "administrators; once a user, of the plan's number",
};
