import { createHmac } from 'node:crypto';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { metaAppSecret, metaSecrets } from '@prosa/functions/platform/secrets.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import {
  credentialsOf,
  withCredentials,
} from '@prosa/functions/repositories/connections/connection-credentials.ts';
import { findConnectionByAccount } from '@prosa/functions/repositories/connections/connections.ts';
import { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { type GraphStub, graphError, startGraphStub } from '../support/graph-stub.ts';
import { plant } from '../support/plant.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

let graph: GraphStub;
let appId = '';
beforeAll(async () => {
  graph = await startGraphStub();
  vi.stubEnv('GRAPH_ENDPOINT', graph.url);
  ({ appId } = await metaAppSecret());
});
afterAll(() => graph?.stop());

const USER_ID = '1001';
const PAGE_SCOPES = ['pages_show_list', 'pages_messaging', 'pages_manage_metadata'];
const PHONE_SCOPES = ['whatsapp_business_messaging', 'whatsapp_business_management'];
const USER_TOKEN = plant('EAAuserShort');
const LONG_TOKEN = plant('EAAuserLong');
const PHONE_TOKEN = plant('EAAsystemUser');

let serial = 500;
/** Ids of accounts, unique in the test file because an account belongs to one connection of the installation. */
const newId = () => String(++serial);

interface Described {
  scopes?: string[];
  app?: string;
  valid?: boolean;
  expires?: number;
  shared?: string[];
}
const describeTokens = ({
  scopes = [...PAGE_SCOPES, ...PHONE_SCOPES],
  app = appId,
  valid = true,
  expires = 0,
  shared = [],
}: Described = {}) =>
  graph.answers.set('GET debug_token', {
    data: {
      app_id: app,
      is_valid: valid,
      user_id: USER_ID,
      expires_at: expires,
      scopes,
      granular_scopes: [{ scope: 'whatsapp_business_management', target_ids: shared }],
    },
  });

const aPage = (fields: object = {}) => {
  const id = newId();
  graph.answers.set(`POST ${id}/subscribed_apps`, { success: true });
  return {
    id,
    name: `Loja ${id}`,
    access_token: plant(`EAApage${id}`),
    tasks: ['MESSAGING', 'MODERATE'],
    ...fields,
  };
};
const instagram = () => {
  const id = newId();
  return { instagram_business_account: { id, username: `loja.${id}` } };
};
const showPages = (...pages: object[]) => graph.answers.set('GET me/accounts', { data: pages });

/** Gives the stub a WhatsApp Business account with numbers, by their ids. */
const aBusiness = (...phoneIds: string[]) => aBusinessWith({}, ...phoneIds);
/** The same, with further fields of the numbers. */
const aBusinessWith = (fields: object, ...phoneIds: string[]) => {
  const id = newId();
  graph.answers.set(`GET ${id}/phone_numbers`, {
    data: phoneIds.map((phone) => ({
      id: phone,
      display_phone_number: `+55 11 4000-0${phone}`,
      verified_name: `Empresa ${phone}`,
      quality_rating: 'GREEN',
      platform_type: 'CLOUD_API',
      ...fields,
    })),
  });
  graph.answers.set(`POST ${id}/subscribed_apps`, { success: true });
  return id;
};

beforeEach(() => {
  graph.requests.length = 0;
  graph.answers.clear();
  describeTokens();
  graph.answers.set('GET oauth/access_token', { access_token: LONG_TOKEN, token_type: 'bearer' });
});

const send = (company: TestCompany, to: string, body?: unknown, token = company.admin.token) =>
  call(connections, { to, token, body });
const linkPages = (company: TestCompany, fields: object = {}) =>
  send(company, 'POST /facebook', {
    facebookUserId: USER_ID,
    facebookUserToken: USER_TOKEN,
    ...fields,
  });
const linkPhone = (company: TestCompany, phoneNumberId: string, businessAccountId: string, more = {}) =>
  send(company, 'POST /whatsappapi', { accessToken: PHONE_TOKEN, phoneNumberId, businessAccountId, ...more });
const linkedIn = (answer: { status: number; body: unknown }) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return channelLinkRoutes.linkPages.response.parse(answer.body);
};
const refused = (status: number, error: string) => ({ status, body: { error } });
const row = async (company: TestCompany, id: number) => {
  const found = await company.table.get(Connection, { id }, { consistent: true });
  if (found === undefined) throw new Error('no connection');
  return found;
};
const asked = (to: string) => graph.requests.filter((request) => request.to === to);
const count = async (company: TestCompany) => (await send(company, 'GET /whatsapp')).body;

describe('pages of a Facebook login', () => {
  it('each chosen page becomes a connected connection with its own encrypted token, and is subscribed', async () => {
    const company = await makeCompany();
    const [chosen, other] = [aPage(), aPage()];
    showPages(chosen, other);
    const [connection, ...more] = linkedIn(await linkPages(company, { pageIds: [chosen.id] }));
    expect(more).toEqual([]);
    expect(connection).toMatchObject({
      channel: 'facebook',
      name: chosen.name,
      number: chosen.name,
      status: 'CONNECTED',
      credentialsExpireAt: null,
    });
    const stored = await row(company, connection?.id ?? 0);
    expect(stored).toMatchObject({ accountId: chosen.id, businessId: '', started: false });
    expect((await credentialsOf(stored, Date.now()))?.accessToken).toBe(chosen.access_token);
    expect(await findConnectionByAccount({ channel: 'facebook', accountId: chosen.id })).toMatchObject({
      companyId: company.id,
      connectionId: connection?.id,
    });
    const [subscription] = asked(`POST ${chosen.id}/subscribed_apps`);
    expect(subscription?.authorization).toBe(`Bearer ${chosen.access_token}`);
    expect(subscription?.query.subscribed_fields?.split(',').sort()).toEqual([
      'message_deliveries',
      'message_echoes',
      'message_edits',
      'message_reactions',
      'message_reads',
      'messages',
      'messaging_postbacks',
      'messaging_referrals',
      'standby',
    ]);
  });

  it('the token is exchanged for a long-lived one, which lists the pages', async () => {
    const company = await makeCompany();
    const { appSecret } = await metaSecrets();
    showPages(aPage());
    linkedIn(await linkPages(company));
    expect(asked('GET oauth/access_token')[0]?.query).toEqual({
      grant_type: 'fb_exchange_token',
      client_id: appId,
      client_secret: appSecret,
      fb_exchange_token: USER_TOKEN,
    });
    const [list] = asked('GET me/accounts');
    expect(list?.authorization).toBe(`Bearer ${LONG_TOKEN}`);
    expect(list?.query).not.toHaveProperty('access_token');
    expect(list?.query.appsecret_proof).toBe(
      createHmac('sha256', appSecret).update(LONG_TOKEN).digest('hex'),
    );
  });

  it('without chosen pages every page is linked, from all pages of the list', async () => {
    const company = await makeCompany();
    const [first, second] = [aPage(), aPage()];
    graph.answers.set('GET me/accounts', ({ after }) =>
      after === undefined
        ? { data: [first], paging: { cursors: { after: 'P2' }, next: 'https://graph.facebook.com/next' } }
        : { data: [second], paging: { cursors: { before: 'P2', after: 'P3' } } },
    );
    const linked = linkedIn(await linkPages(company));
    expect(linked.map(({ name }) => name)).toEqual([first.name, second.name]);
    expect(asked('GET me/accounts').map(({ query }) => query.after)).toEqual([undefined, 'P2']);
  });

  it('the Instagram account of a page is linked on request, with the token of its page', async () => {
    const company = await makeCompany();
    const page = aPage(instagram());
    showPages(page);
    const linked = linkedIn(await linkPages(company, { addInstagram: true }));
    expect(linked.map(({ channel }) => channel)).toEqual(['facebook', 'instagram']);
    const { accountId, businessId } = await row(company, linked[1]?.id ?? 0);
    expect([businessId, linked[1]?.number]).toEqual([page.id, `@loja.${accountId}`]);
  });

  it('a plan without Instagram gets the page alone', async () => {
    const company = await makeCompany({ plan: { without: ['useInstagram'] } });
    showPages(aPage(instagram()));
    const linked = linkedIn(await linkPages(company, { addInstagram: true }));
    expect(linked.map(({ channel }) => channel)).toEqual(['facebook']);
  });

  it('a plan with Instagram alone gets the Instagram account without its page', async () => {
    const company = await makeCompany({ plan: { without: ['useFacebook'] } });
    showPages(aPage(instagram()));
    expect(await linkPages(company, { addInstagram: true })).toMatchObject(refused(403, 'ERR_PLAN_FEATURE'));
    expect(graph.requests).toEqual([]);
    const linked = linkedIn(await linkPages(company, { addInstagram: true, addPages: false }));
    expect(linked.map(({ channel }) => channel)).toEqual(['instagram']);
  });

  it('a name that the company uses already gets a number, and linking again keeps the changed name', async () => {
    const company = await makeCompany();
    const page = aPage();
    await company.addConnection({ name: page.name });
    showPages(page);
    const [connection] = linkedIn(await linkPages(company));
    expect(connection?.name).toBe(`${page.name} 2`);
    const renewed = { ...page, name: 'Outro nome', access_token: plant(`EAAnew${page.id}`) };
    showPages(renewed);
    const [again] = linkedIn(await linkPages(company));
    expect(again).toMatchObject({ id: connection?.id, name: `${page.name} 2`, number: 'Outro nome' });
    const stored = await row(company, connection?.id ?? 0);
    expect((await credentialsOf(stored, Date.now()))?.accessToken).toBe(renewed.access_token);
  });

  it('the list before choosing contains no token, and tells only links of the own company', async () => {
    const [ours, theirs] = [await makeCompany(), await makeCompany()];
    const [mine, foreign] = [aPage(instagram()), aPage({ tasks: ['ANALYZE'] })];
    showPages(mine);
    linkedIn(await linkPages(ours));
    showPages(mine, foreign);
    const list = (company: TestCompany) =>
      send(company, 'POST /facebook/pages', { facebookUserToken: USER_TOKEN });
    const { status, body } = await list(ours);
    expect(status).toBe(200);
    expect(body).toEqual({
      facebookUserId: USER_ID,
      pages: [
        {
          id: mine.id,
          name: mine.name,
          isLinked: true,
          mayMessage: true,
          instagram: { id: expect.any(String), name: expect.stringMatching(/^@loja/), isLinked: false },
        },
        { id: foreign.id, name: foreign.name, isLinked: false, mayMessage: false, instagram: null },
      ],
    });
    expect((await list(theirs)).body).toMatchObject({ pages: [{ isLinked: false }, { isLinked: false }] });
  });

  it('a page that the login does not reach, or may not write for, is not linked', async () => {
    const company = await makeCompany();
    const silent = aPage({ tasks: ['ANALYZE'] });
    showPages(silent);
    const missing = refused(422, 'ERR_LINK_ACCOUNT_MISSING');
    expect(await linkPages(company, { pageIds: [silent.id] })).toMatchObject(missing);
    expect(await linkPages(company, { pageIds: [newId()] })).toMatchObject(missing);
    expect(await linkPages(company)).toMatchObject(missing);
    expect(await count(company)).toEqual([]);
  });
});

describe('accounts that are refused', () => {
  it('S-17: an account of another company is refused without telling whose, and nothing changes', async () => {
    const [owner, other] = [await makeCompany(), await makeCompany()];
    const [page, free] = [aPage(), aPage()];
    showPages(page);
    const [connection] = linkedIn(await linkPages(owner));
    showPages(free, page);
    graph.requests.length = 0;
    const answer = await linkPages(other);
    expect(answer).toMatchObject(refused(409, 'ERR_LINK_ACCOUNT_TAKEN'));
    expect(answer.body).toEqual({ error: 'ERR_LINK_ACCOUNT_TAKEN' });
    expect(await count(other)).toEqual([]);
    expect(graph.requests.filter(({ to }) => to.endsWith('subscribed_apps'))).toEqual([]);
    const removal = await send(owner, `DELETE /whatsapp/${connection?.id}`);
    expect(removal.status).toBe(200);
    showPages(page);
    expect(linkedIn(await linkPages(other))).toHaveLength(1);
  });

  it('two companies that link the same account at once get one connection', async () => {
    const companies = [await makeCompany(), await makeCompany()];
    showPages(aPage());
    const answers = await Promise.all(companies.map((company) => linkPages(company)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("the plan's number of connections is checked before anything is written or subscribed", async () => {
    const company = await makeCompany({ plan: { connections: 1 } });
    showPages(aPage(), aPage());
    expect(await linkPages(company)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT', details: { limit: 1 } },
    });
    expect(await count(company)).toEqual([]);
    expect(graph.requests.filter(({ to }) => to.endsWith('subscribed_apps'))).toEqual([]);
  });

  it.each<[string, Described, string]>([
    ['of another app', { app: '999' }, 'ERR_LINK_TOKEN_REFUSED'],
    ['that is not valid', { valid: false }, 'ERR_LINK_TOKEN_REFUSED'],
    ['without a permission', { scopes: ['pages_show_list'] }, 'ERR_LINK_PERMISSION'],
  ])('a token %s is refused', async (_what, described, error) => {
    const company = await makeCompany();
    describeTokens(described);
    const [page, phone] = [aPage(), newId()];
    const business = aBusiness(phone);
    showPages(page);
    expect(await linkPages(company)).toMatchObject(refused(422, error));
    expect(await linkPhone(company, phone, business)).toMatchObject(refused(422, error));
    expect(asked('GET me/accounts')).toEqual([]);
  });

  it('a token of another Facebook user than the one who chose the pages is refused', async () => {
    const company = await makeCompany();
    showPages(aPage());
    expect(await linkPages(company, { facebookUserId: '2002' })).toMatchObject(
      refused(422, 'ERR_LINK_TOKEN_REFUSED'),
    );
  });

  it.each([
    [190, 401, 'ERR_LINK_TOKEN_REFUSED'],
    [200, 403, 'ERR_LINK_PERMISSION'],
    [803, 404, 'ERR_LINK_ACCOUNT_MISSING'],
    [2, 500, 'ERR_LINK_FAILED'],
    [4, 429, 'ERR_LINK_FAILED'],
  ])("Meta's error %i with status %i while subscribing writes nothing", async (code, status, error) => {
    const company = await makeCompany();
    const page = aPage();
    showPages(page);
    graph.answers.set(`POST ${page.id}/subscribed_apps`, graphError(code, status, page.access_token));
    expect((await linkPages(company)).body).toMatchObject({ error });
    expect(await count(company)).toEqual([]);
  });

  it('only users who manage connections link accounts', async () => {
    const company = await makeCompany();
    const { token } = await company.addUser();
    const no = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
    expect(await send(company, 'GET /facebook/app', undefined, token)).toMatchObject(no);
    expect(await send(company, 'POST /facebook/pages', { facebookUserToken: 'a' }, token)).toMatchObject(no);
    expect(graph.requests).toEqual([]);
  });
});

describe('numbers of the WhatsApp Cloud API', () => {
  it('a number is linked with a pasted token, and its business account is subscribed', async () => {
    const company = await makeCompany();
    const phone = newId();
    const business = aBusiness(newId(), phone);
    const expires = Math.floor(Date.now() / 1000) + 86_400;
    describeTokens({ expires });
    const [connection] = linkedIn(await linkPhone(company, phone, business));
    expect(connection).toMatchObject({
      channel: 'whatsappapi',
      name: `Empresa ${phone}`,
      number: `551140000${phone}`,
      status: 'CONNECTED',
      credentialsExpireAt: new Date(expires * 1000).toISOString(),
    });
    expect(await row(company, connection?.id ?? 0)).toMatchObject({ accountId: phone, businessId: business });
    expect(asked(`POST ${business}/subscribed_apps`)[0]?.authorization).toBe(`Bearer ${PHONE_TOKEN}`);
  });

  it('a number of another business account is refused', async () => {
    const company = await makeCompany();
    const business = aBusiness(newId());
    expect(await linkPhone(company, newId(), business)).toMatchObject(
      refused(422, 'ERR_LINK_ACCOUNT_MISSING'),
    );
    expect(asked(`POST ${business}/subscribed_apps`)).toEqual([]);
  });

  it('the code of a signup is exchanged once, and links the numbers that were shared', async () => {
    const company = await makeCompany();
    const phones = [newId(), newId()];
    const business = aBusiness(...phones);
    describeTokens({ shared: [business] });
    const linked = linkedIn(await send(company, 'POST /whatsappapi', { code: plant('AQBcode') }));
    expect(linked.map(({ name }) => name)).toEqual(phones.map((id) => `Empresa ${id}`));
    expect(asked('GET oauth/access_token').map(({ query }) => query)).toMatchObject([
      { code: 'AQBcode', redirect_uri: `${process.env.APP_ORIGIN}/connections/linked` },
    ]);
  });

  it('a code that is used or too old is refused', async () => {
    const company = await makeCompany();
    graph.answers.set('GET oauth/access_token', graphError(100));
    expect(await send(company, 'POST /whatsappapi', { code: plant('AQBold') })).toMatchObject(
      refused(422, 'ERR_LINK_TOKEN_REFUSED'),
    );
  });

  it('a chosen name must be free', async () => {
    const company = await makeCompany();
    const phone = newId();
    const business = aBusiness(phone);
    await company.addConnection({ name: 'Vendas' });
    expect(await linkPhone(company, phone, business, { name: 'vendas' })).toMatchObject(
      refused(409, 'ERR_WAPP_NAME_EXISTS'),
    );
    expect(linkedIn(await linkPhone(company, phone, business, { name: 'Suporte' }))[0]?.name).toBe('Suporte');
  });

  it.each([
    [{ accessToken: PHONE_TOKEN }],
    [{ phoneNumberId: '1', businessAccountId: '2' }],
    [{ accessToken: PHONE_TOKEN, phoneNumberId: '1/../2', businessAccountId: '2' }],
  ])('a request without a proof, or without the digits of its ids, is refused', async (body) => {
    const company = await makeCompany();
    expect(await send(company, 'POST /whatsappapi', body)).toMatchObject(refused(400, 'ERR_VALIDATION'));
    expect(graph.requests).toEqual([]);
  });
});

describe('numbers that are not registered', () => {
  const PIN = plant('603117');
  const linkUnregistered = async (company: TestCompany) => {
    const phone = newId();
    const business = aBusinessWith({ platform_type: 'NOT_APPLICABLE' }, phone);
    const [connection] = linkedIn(await linkPhone(company, phone, business));
    return { phone, business, connection, id: connection?.id ?? 0 };
  };
  const register = (company: TestCompany, id: number, pin = PIN) =>
    send(company, `POST /whatsapp/${id}/register`, { pin });
  const shown = async (company: TestCompany, id: number) => (await send(company, `GET /whatsapp/${id}`)).body;

  it('a number that is not registered is linked and shown as down with the reason, also when linked again', async () => {
    const company = await makeCompany();
    const { phone, business, connection } = await linkUnregistered(company);
    const down = { status: 'DISCONNECTED', reason: 'not-registered', number: `551140000${phone}` };
    expect(connection).toMatchObject(down);
    const [again] = linkedIn(await linkPhone(company, phone, business));
    expect(again).toMatchObject({ id: connection?.id, ...down });
  });

  it('the PIN registers the number, and the connection is connected', async () => {
    const company = await makeCompany();
    const { phone, id } = await linkUnregistered(company);
    graph.answers.set(`POST ${phone}/register`, { success: true });
    expect(await register(company, id)).toMatchObject({
      status: 200,
      body: { id, status: 'CONNECTED', reason: '', number: `551140000${phone}` },
    });
    const [request] = asked(`POST ${phone}/register`);
    expect(request?.json).toEqual({ messaging_product: 'whatsapp', pin: PIN });
    expect(request?.authorization).toBe(`Bearer ${PHONE_TOKEN}`);
    expect(JSON.stringify(await row(company, id))).not.toContain(PIN);
    expect(await shown(company, id)).toMatchObject({ status: 'CONNECTED' });
  });

  it.each([
    [133005, 422, 'ERR_PIN_WRONG'],
    [133006, 409, 'ERR_NUMBER_UNVERIFIED'],
    [133008, 409, 'ERR_PIN_LIMIT'],
    [133009, 409, 'ERR_PIN_LIMIT'],
    [133016, 409, 'ERR_PIN_LIMIT'],
    [190, 422, 'ERR_LINK_TOKEN_REFUSED'],
    [2, 502, 'ERR_LINK_FAILED'],
  ])(
    "Meta's refusal %i of the registration is the error %i %s, and the number stays down",
    async (code, status, error) => {
      const company = await makeCompany();
      const { phone, id } = await linkUnregistered(company);
      graph.answers.set(`POST ${phone}/register`, graphError(code));
      expect(await register(company, id)).toMatchObject(refused(status, error));
      expect(await shown(company, id)).toMatchObject({ status: 'DISCONNECTED', reason: 'not-registered' });
    },
  );

  it.each(['12345', '1234567', '12345a'])('the PIN %s is refused without asking Meta', async (pin) => {
    const company = await makeCompany();
    const { phone, id } = await linkUnregistered(company);
    expect(await register(company, id, pin)).toMatchObject(refused(400, 'ERR_VALIDATION'));
    expect(asked(`POST ${phone}/register`)).toEqual([]);
  });

  it('a page, and a connection that is paired, have no number to register', async () => {
    const company = await makeCompany();
    showPages(aPage());
    const [page] = linkedIn(await linkPages(company));
    const missing = refused(404, 'ERR_NO_WAPP_FOUND');
    expect(await register(company, page?.id ?? 0)).toMatchObject(missing);
    expect(await register(company, await company.addConnection())).toMatchObject(missing);
  });
});

describe('the queue of linked accounts', () => {
  it('a chosen queue becomes that of every new connection', async () => {
    const company = await makeCompany();
    await company.addQueue();
    const queueId = await company.addQueue();
    showPages(aPage(instagram()));
    const linked = linkedIn(await linkPages(company, { addInstagram: true, queueId }));
    expect(linked.map(({ queueIds }) => queueIds)).toEqual([[queueId], [queueId]]);
  });

  it("without a choice it is the company's only queue, and none if there are several", async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    const [first, second] = [newId(), newId()];
    const business = aBusiness(first, second);
    expect(linkedIn(await linkPhone(company, first, business))[0]?.queueIds).toEqual([queueId]);
    await company.addQueue();
    expect(linkedIn(await linkPhone(company, second, business))[0]?.queueIds).toEqual([]);
  });

  it('linking an account again keeps the queues of its connection', async () => {
    const company = await makeCompany();
    const queueId = await company.addQueue();
    showPages(aPage());
    linkedIn(await linkPages(company));
    const [again] = linkedIn(await linkPages(company, { queueId: await company.addQueue() }));
    expect(again?.queueIds).toEqual([queueId]);
  });

  it('a queue that the company does not have is refused before anything is subscribed', async () => {
    const company = await makeCompany();
    showPages(aPage());
    expect(await linkPages(company, { queueId: 999_999 })).toMatchObject(refused(404, 'ERR_NO_QUEUE_FOUND'));
    expect(graph.requests.filter(({ to }) => to.endsWith('subscribed_apps'))).toEqual([]);
  });
});

describe('linking a connection again', () => {
  const down = async (company: TestCompany, id: number) => {
    const before = await row(company, id);
    const dead = await withCredentials(before, { accessToken: 'dead', expireAt: '2020-01-01T00:00:00.000Z' });
    await commit([company.table.put(Connection, dead, before.version)]);
  };

  it('a new token for the same account connects it', async () => {
    const company = await makeCompany();
    const phone = newId();
    const business = aBusiness(phone);
    const [connection] = linkedIn(await linkPhone(company, phone, business));
    const id = connection?.id ?? 0;
    await down(company, id);
    const token = plant('EAArenewed');
    const answer = await send(company, `POST /whatsapp/${id}/relink`, { accessToken: token });
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'CONNECTED', credentialsExpireAt: null },
    });
    expect((await credentialsOf(await row(company, id), Date.now()))?.accessToken).toBe(token);
  });

  it('a login that reaches only other pages is refused and changes nothing', async () => {
    const company = await makeCompany();
    showPages(aPage());
    const [connection] = linkedIn(await linkPages(company));
    const before = await row(company, connection?.id ?? 0);
    showPages(aPage());
    const to = `POST /whatsapp/${before.id}/relink`;
    expect(await send(company, to, { accessToken: USER_TOKEN })).toMatchObject(
      refused(422, 'ERR_LINK_ACCOUNT_MISSING'),
    );
    expect(await row(company, before.id)).toEqual(before);
  });

  it('a connection that is paired, or that does not exist, is not found', async () => {
    const company = await makeCompany();
    const paired = await company.addConnection();
    const missing = refused(404, 'ERR_NO_WAPP_FOUND');
    const body = { accessToken: USER_TOKEN };
    expect(await send(company, `POST /whatsapp/${paired}/relink`, body)).toMatchObject(missing);
    expect(await send(company, 'POST /whatsapp/999999/relink', body)).toMatchObject(missing);
    expect(graph.requests).toEqual([]);
  });
});

describe('removing a linked connection', () => {
  const remove = (company: TestCompany, id: number | undefined) => send(company, `DELETE /whatsapp/${id}`);

  it('the page stays subscribed until its last connection is removed', async () => {
    const company = await makeCompany();
    const page = aPage(instagram());
    showPages(page);
    const linked = linkedIn(await linkPages(company, { addInstagram: true }));
    const { instagram_business_account } = { instagram_business_account: undefined, ...page };
    graph.answers.set(`GET ${page.id}`, { id: page.id, instagram_business_account });
    graph.answers.set(`DELETE ${page.id}/subscribed_apps`, { success: true });
    expect((await remove(company, linked[0]?.id)).status).toBe(200);
    expect(asked(`DELETE ${page.id}/subscribed_apps`)).toEqual([]);
    expect((await remove(company, linked[1]?.id)).status).toBe(200);
    expect(asked(`DELETE ${page.id}/subscribed_apps`).map(({ authorization }) => authorization)).toEqual([
      `Bearer ${page.access_token}`,
    ]);
  });

  it('a business account stays subscribed while another company has one of its numbers', async () => {
    const [first, second] = [await makeCompany(), await makeCompany()];
    const phones = [newId(), newId()];
    const business = aBusiness(...phones);
    const [one] = linkedIn(await linkPhone(first, phones[0] ?? '', business));
    const [two] = linkedIn(await linkPhone(second, phones[1] ?? '', business));
    graph.answers.set(`DELETE ${business}/subscribed_apps`, { success: true });
    await remove(first, one?.id);
    expect(asked(`DELETE ${business}/subscribed_apps`)).toEqual([]);
    await remove(second, two?.id);
    expect(asked(`DELETE ${business}/subscribed_apps`)).toHaveLength(1);
  });

  it("Meta's refusal does not block the removal", async () => {
    const company = await makeCompany();
    const page = aPage();
    showPages(page);
    const [connection] = linkedIn(await linkPages(company));
    graph.answers.set(`GET ${page.id}`, graphError(190, 401));
    expect((await remove(company, connection?.id)).status).toBe(200);
    expect(await findConnectionByAccount({ channel: 'facebook', accountId: page.id })).toBeUndefined();
  });
});

it('S-56: no answer of linking contains a token', async () => {
  const company = await makeCompany();
  const [page, phone] = [aPage(instagram()), newId()];
  const business = aBusiness(phone);
  showPages(page);
  const answers = [
    await send(company, 'GET /facebook/app'),
    await send(company, 'POST /facebook/pages', { facebookUserToken: USER_TOKEN }),
    await linkPages(company, { addInstagram: true }),
    await linkPhone(company, phone, business),
    await send(company, 'GET /whatsapp'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { appSecret, verifyToken } = await metaSecrets();
  const text = JSON.stringify(answers.map(({ body }) => body));
  for (const secret of [USER_TOKEN, LONG_TOKEN, PHONE_TOKEN, page.access_token, appSecret, verifyToken])
    expect(text).not.toContain(secret);
});

it('the login dialog gets the id of the app, its permissions and the address of the dialog', async () => {
  const company = await makeCompany();
  expect((await send(company, 'GET /facebook/app')).body).toMatchObject({
    appId,
    dialogUrl: expect.stringMatching(/\/v\d+\.0\/dialog\/oauth$/),
    scopes: expect.arrayContaining(PAGE_SCOPES),
  });
});
