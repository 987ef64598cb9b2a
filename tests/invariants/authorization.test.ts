import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { PLAN_FLAGS } from '@prosa/shared/permissions.ts';
import { describe, expect, it } from 'vitest';
import { REVIEWED_ACCESS, REVIEWED_HEADERS } from './reviewed-access.ts';
import { isTest, sourceFiles } from './support/source-files.ts';

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
const isAnonymous = ({ permission }: RouteShape) =>
  permission === 'public' || permission === 'cookie' || permission === 'webhook';

describe('every route declares its permission, tenancy, plan feature and expiry', () => {
  it.each(rows.map((row) => ({ id: row.id, row })))('$id', ({ row }) => {
    expect(row.permission).toEqual(expect.any(String));
    expect(['company', 'platform', 'none']).toContain(row.tenancy);
    expect([null, ...PLAN_FLAGS]).toContain(row.plan);
    expect(['enforced', 'exempt']).toContain(row.expiry);
    expect(row.summary).not.toBe('');
  });

  it('S-15 all routes are listed in a reviewed file, those without a user with the reason', () => {
    expect(rows.map(({ id }) => id).toSorted()).toEqual(Object.keys(REVIEWED_ACCESS).toSorted());
    const words = { public: 'anybody', cookie: 'cookie', webhook: 'provider' };
    const anonymous = rows.flatMap(({ id, permission }) =>
      permission === 'public' || permission === 'cookie' || permission === 'webhook'
        ? [[id, words[permission]]]
        : [],
    );
    const reviewed = Object.entries(REVIEWED_ACCESS).flatMap(([id, access]) =>
      'why' in access ? [[id, access.who]] : [],
    );
    expect(anonymous.toSorted()).toEqual(reviewed.toSorted());
  });

  it('S-17 handlers read only reviewed headers, so no header selects a company’s data', () => {
    const folders = [
      'functions/platform/http',
      'functions/platform/webhooks',
      'functions/http',
      'functions/ws',
    ];
    const read = folders
      .flatMap(sourceFiles)
      .filter((file) => !isTest(file))
      .flatMap(({ text }) => [...text.matchAll(/\bheaders(?:\?\.)?(?:\.(\w+)|\[([^\]]+)\])/g)])
      .map(([, dotted, indexed]) => dotted ?? indexed ?? '');
    expect(read.length).toBeGreaterThan(4);
    expect(read.filter((name) => !REVIEWED_HEADERS.includes(name))).toEqual([]);
  });

  it('a route without a user has no tenant data, and only super routes span companies', () => {
    expect(rows.filter((row) => isAnonymous(row) && row.tenancy !== 'none').map(({ id }) => id)).toEqual([]);
    expect(rows.filter((row) => !isAnonymous(row) && row.tenancy === 'none').map(({ id }) => id)).toEqual([]);
    expect(
      rows.filter((row) => row.tenancy === 'platform' && row.permission !== 'super').map(({ id }) => id),
    ).toEqual([]);
  });

  it('S-26 the token of a connection opens only the external routes, each with a plan feature', () => {
    const systems = rows.filter(({ permission }) => permission === 'api-token');
    expect(systems.map(({ id, plan, tenancy, rate }) => [id, plan, tenancy, rate])).toEqual([
      ['external.sendMessage', 'useExternalApi', 'company', 'external'],
      ['external.sendLinkedImage', 'useExternalApi', 'company', 'external'],
      ['external.messageStatus', 'useExternalApi', 'company', 'external'],
      ['external.scheduleStatus', 'useExternalApi', 'company', 'external'],
      ['external.cancelSchedule', 'useExternalApi', 'company', 'external'],
      ['external.checkNumber', 'useExternalApi', 'company', 'external'],
    ]);
  });

  it('S-25 only the routes of the signed-in user and of the plan work with an expired subscription', () => {
    const exempt = rows.filter((row) => row.expiry === 'exempt' && !isAnonymous(row)).map(({ id }) => id);
    expect(exempt.sort()).toEqual(['auth.me', 'companies.plan']);
  });
});
