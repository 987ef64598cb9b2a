import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { AUDIT_ACTIONS } from '@prosa/shared/rules/audit-actions.ts';
import { expect, it } from 'vitest';

/** Functions that change a company's settings, permissions or connections, or that sign users in. */
const RECORDED = [
  'sign-in',
  'auth',
  'companies',
  'users',
  'queues',
  'connections',
  'message-templates',
  'webhook-endpoints',
  'campaigns',
  'flows',
  'integrations',
  'assistants',
  'announcements',
  'helps',
] as const;
/** Their routes that are not recorded, with the reason. */
const UNRECORDED: Record<string, string> = {
  'connections.tryOut': 'Plays a draft, and changes nothing.',
  'campaigns.test': 'Sends a text to one number, and changes nothing.',
  'flows.tryOut': 'Plays a draft, and changes nothing.',
  'flows.uploadContent': 'Stores files that no flow uses yet.',
  'flows.uploadAudio': 'Stores a file that no flow uses yet.',
  'flows.uploadImage': 'Stores a file that no flow uses yet.',
  'channelLinks.listPages': 'Lists the pages of a login, and changes nothing.',
  'messageTemplates.sync': 'Reads what the provider has, and changes nothing there.',
  'webhookEndpoints.sendTrial': 'Sends an event without content.',
  'webhookEndpoints.redeliver': 'Sends again what was to be sent.',
  'integrations.testSession': 'Sends a text that says that it is a test.',
  'integrations.repeat': 'Sends again what was sent.',
  'assistants.test': 'Asks a question, and changes nothing.',
  'assistants.replay': 'Asks about a past conversation, and changes nothing.',
  'auth.refresh': 'Goes on with a session whose beginning is recorded.',
  'announcements.look': 'The time of a look of one’s own.',
  'users.setListWidth': "A column's width on one's own screen.",
};

const rows = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const writes = (row: RouteShape): boolean => row.method !== 'GET';

it('S-60: every change of settings, permissions or connections is recorded', () => {
  const named = new Set([...Object.keys(AUDIT_ACTIONS), ...Object.keys(UNRECORDED)]);
  const wanted = RECORDED.flatMap((name) => Object.values(ROUTE_GROUPS[name] ?? {})).filter(writes);
  expect(wanted.length).toBeGreaterThan(25);
  expect(wanted.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});

it('S-60: every listed action is a route, and changes data', () => {
  const writers = new Set(rows.filter(writes).map(({ id }) => id));
  expect(
    [...Object.keys(AUDIT_ACTIONS), ...Object.keys(UNRECORDED)].filter((id) => !writers.has(id)),
  ).toEqual([]);
});
