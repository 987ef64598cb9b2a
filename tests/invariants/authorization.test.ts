import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { PLAN_FLAGS } from '@prosa/shared/permissions.ts';
import { describe, expect, it } from 'vitest';
import { ANONYMOUS_ROUTES } from './reviewed-anonymous-routes.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const isAnonymous = ({ permission }: RouteShape) =>
  permission === 'public' || permission === 'cookie' || permission === 'webhook';

describe('every route states who may call it, whose data it touches and what the plan must have', () => {
  it.each(rows.map((row) => ({ id: row.id, row })))('$id', ({ row }) => {
    expect(row.permission).toEqual(expect.any(String));
    expect(['company', 'platform', 'none']).toContain(row.tenancy);
    expect([null, ...PLAN_FLAGS]).toContain(row.plan);
    expect(['enforced', 'exempt']).toContain(row.expiry);
    expect(row.summary).not.toBe('');
  });

  it('S-15 lists the routes without a user in a reviewed file', () => {
    const anonymous = Object.fromEntries(
      rows.filter(isAnonymous).map(({ id, permission }) => [id, permission]),
    );
    const reviewed = Object.fromEntries(
      Object.entries(ANONYMOUS_ROUTES).map(([id, { permission }]) => [id, permission]),
    );
    expect(anonymous).toEqual(reviewed);
  });

  it('gives no tenant data without a user, and spans companies for super alone', () => {
    expect(rows.filter((row) => isAnonymous(row) && row.tenancy !== 'none').map(({ id }) => id)).toEqual([]);
    expect(rows.filter((row) => !isAnonymous(row) && row.tenancy === 'none').map(({ id }) => id)).toEqual([]);
    expect(
      rows.filter((row) => row.tenancy === 'platform' && row.permission !== 'super').map(({ id }) => id),
    ).toEqual([]);
  });

  it('S-26 lets other systems call what their token is for, each behind a plan feature', () => {
    const systems = rows.filter(({ permission }) => permission === 'api-token');
    expect(systems.map(({ id, plan, tenancy, rate }) => [id, plan, tenancy, rate])).toEqual([
      ['external.sendMessage', 'useExternalApi', 'company', 'external'],
    ]);
  });

  it('S-25 exempts from the subscription only what signs in or shows what is due', () => {
    const exempt = rows.filter((row) => row.expiry === 'exempt' && !isAnonymous(row)).map(({ id }) => id);
    expect(exempt.sort()).toEqual(['auth.me', 'companies.plan']);
  });
});
