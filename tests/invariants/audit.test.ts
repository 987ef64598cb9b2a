import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { AUDIT_ACTIONS } from '@prosa/shared/rules/audit-actions.ts';
import { expect, it } from 'vitest';

/** Functions whose writes are a company's settings, permissions or connections, or let somebody in. */
const RECORDED = ['sign-in', 'auth', 'companies', 'users', 'queues', 'connections'] as const;
/** What of them is not recorded, with why. */
const UNRECORDED: Record<string, string> = {
  'connections.tryOut': 'Plays a draft, and changes nothing.',
  'auth.refresh': 'Goes on with a session whose beginning is recorded.',
  'users.setListWidth': "A column's width on one's own screen.",
};

const rows = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const writes = (row: RouteShape): boolean => row.method !== 'GET';

it('S-60: what changes settings, permissions or connections is recorded', () => {
  const named = new Set([...Object.keys(AUDIT_ACTIONS), ...Object.keys(UNRECORDED)]);
  const wanted = RECORDED.flatMap((name) => Object.values<RouteShape>(ROUTE_GROUPS[name])).filter(writes);
  expect(wanted.length).toBeGreaterThan(25);
  expect(wanted.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});

it('S-60: what the list names is a route, and changes something', () => {
  const writers = new Set(rows.filter(writes).map(({ id }) => id));
  expect(
    [...Object.keys(AUDIT_ACTIONS), ...Object.keys(UNRECORDED)].filter((id) => !writers.has(id)),
  ).toEqual([]);
});
