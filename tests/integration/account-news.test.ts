import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionHealth, ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Quarantine } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { addCloudConnection } from '../factories/templates.ts';
import { metaWebhooks } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const NOW_S = Math.floor(Date.now() / 1000);
let company: TestCompany;
let theirs: TestCompany;
let businessId: string;
let connectionId: number;
let serial = 0;
const newId = (): string => String(109_900_000_000_000 + ++serial);

const linked = async (owner: TestCompany, business: string): Promise<number> => {
  const id = await addCloudConnection(owner, { accountId: newId(), businessId: business });
  const changedAt = new Date((NOW_S - 3600) * 1000).toISOString();
  const state = { companyId: owner.id, connectionId: id, status: 'CONNECTED', changedAt } as const;
  await commit([owner.table.put(ConnectionState, state, 'any')]);
  return id;
};
beforeAll(async () => {
  [company, theirs] = [await makeCompany(), await makeCompany()];
});
beforeEach(async () => {
  businessId = newId();
  connectionId = await linked(company, businessId);
});

const deliver = async (
  value: object,
  { entry = businessId, time = NOW_S, field = 'account_update' } = {},
) => {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: entry, time, changes: [{ field, value }] }],
  });
  const envelope = { v: 1, provider: 'meta', receivedAt: Date.now(), body, headers: {} };
  expect(failedIndexes(await metaWebhooks(sqsEvent([JSON.stringify(envelope)])))).toEqual([]);
};
const ban = (waba_ban_state: string, time = NOW_S) =>
  deliver({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } }, { time });
const stateOf = ({ table }: TestCompany, id: number) =>
  table.get(ConnectionState, { connectionId: id }, { consistent: true });
const healthOf = ({ table }: TestCompany, id: number) =>
  table.get(ConnectionHealth, { connectionId: id }, { consistent: true });
const quarantined = async (): Promise<string[]> => {
  const { pk } = keys.global.quarantine({ source: 'meta', id: '' });
  const { rows } = await globalTable.query(Quarantine, { pk, limit: 1000, consistent: true });
  return rows.map(({ reason }) => reason);
};

describe('news of a WhatsApp Business account', () => {
  it.each([
    ['ACCOUNT_DELETED', 'account-gone'],
    ['ACCOUNT_OFFBOARDED', 'account-gone'],
    ['PARTNER_REMOVED', 'token-refused'],
  ])('%s disconnects its numbers because of %s', async (event, reason) => {
    const second = await linked(company, businessId);
    await deliver({ event });
    for (const id of [connectionId, second])
      expect(await stateOf(company, id)).toMatchObject({ status: 'DISCONNECTED', reason });
  });

  it('a ban disconnects the numbers until it ends', async () => {
    await ban('DISABLE', NOW_S - 60);
    expect(await stateOf(company, connectionId)).toMatchObject({
      status: 'DISCONNECTED',
      reason: 'account-locked',
    });
    await ban('REINSTATE');
    expect(await stateOf(company, connectionId)).toMatchObject({ status: 'CONNECTED', reason: '' });
  });

  it('a phone that is reconnected connects its number again', async () => {
    await deliver({ event: 'ACCOUNT_OFFBOARDED' }, { time: NOW_S - 60 });
    await deliver({ event: 'ACCOUNT_RECONNECTED' });
    expect(await stateOf(company, connectionId)).toMatchObject({ status: 'CONNECTED', reason: '' });
  });

  it('news that come twice or late change nothing', async () => {
    await ban('REINSTATE');
    await ban('DISABLE', NOW_S - 60);
    expect(await stateOf(company, connectionId)).toMatchObject({ status: 'CONNECTED' });
    await ban('DISABLE', NOW_S - 7200);
    expect(await stateOf(company, connectionId)).toMatchObject({ status: 'CONNECTED' });
  });

  it('violations, restrictions and the limit are shown as the health of every number', async () => {
    await deliver({ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } });
    const expiration = NOW_S + 86_400;
    await deliver({
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration }],
    });
    await deliver(
      { event: 'ONBOARDING', display_phone_number: '1', max_daily_conversations_per_business: 'TIER_2K' },
      { field: 'phone_number_quality_update' },
    );
    const { body } = await call(connections, { to: 'GET /whatsapp/health', token: company.admin.token });
    expect(body).toContainEqual(
      expect.objectContaining({
        id: connectionId,
        violationAt: new Date(NOW_S * 1000).toISOString(),
        restriction: { kind: 'other', until: new Date(expiration * 1000).toISOString() },
        quota: { warning: 'none', used: null, total: 2000, renewsAt: null },
      }),
    );
    expect(await stateOf(company, connectionId)).toMatchObject({ status: 'CONNECTED' });
  });

  it('the removal of a partner is applied to the business that it names, not to the entry', async () => {
    const other = newId();
    const spared = await linked(theirs, other);
    await deliver({ event: 'PARTNER_REMOVED', waba_info: { waba_id: businessId } }, { entry: other });
    expect(await stateOf(company, connectionId)).toMatchObject({ reason: 'token-refused' });
    expect(await stateOf(theirs, spared)).toMatchObject({ status: 'CONNECTED' });
  });

  it('S-64: news reach every company that has numbers of the business, and no other', async () => {
    const shared = await linked(theirs, businessId);
    const alone = await linked(theirs, newId());
    await ban('DISABLE');
    expect(await stateOf(theirs, shared)).toMatchObject({ reason: 'account-locked' });
    expect(await stateOf(theirs, alone)).toMatchObject({ status: 'CONNECTED' });
    expect(await healthOf(theirs, alone)).toBeUndefined();
  });

  it('news of an unknown business are quarantined, and news without use are not', async () => {
    const unknown = newId();
    await deliver({ event: 'ACCOUNT_DELETED' }, { entry: unknown });
    await deliver({ event: 'PARTNER_APP_INSTALLED' }, { entry: newId() });
    expect((await quarantined()).filter((reason) => reason.startsWith('unknown business'))).toEqual([
      `unknown business (whatsappapi:${unknown})`,
    ]);
  });
});
