import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { sha256 } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  Connection,
  ConnectionHealth,
  ConnectionPairing,
  ConnectionState,
} from '@prosa/functions/platform/table/entities/connections.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import {
  credentialsOf,
  withCredentials,
} from '@prosa/functions/repositories/connections/connection-credentials.ts';
import { connectionItems } from '@prosa/functions/repositories/connections/connections.ts';
import { awsJsonCall } from '@prosa/infra/local/aws-json.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import { tableStore } from '@prosa/session-host/connections/table-store.ts';
import { companyConnectionSchema, connectionViewSchema } from '@prosa/shared/contracts/connections.ts';
import { channelAbilitiesSchema } from '@prosa/shared/messaging/channel-abilities.ts';
import { shownContentsSchema } from '@prosa/shared/messaging/content-shown.ts';
import { channelSchema } from '@prosa/shared/messaging/identity.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { PAIRED_CHANNELS } from '@prosa/shared/rules/channel-connections.ts';
import { CONNECTIONS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { plant } from '../support/plant.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

const engine = useTable();

let ours: TestCompany;
let theirs: TestCompany;
beforeAll(async () => {
  ours = await makeCompany();
  theirs = await makeCompany();
});

let made = 0;
const send = (to: string, body?: unknown, token = ours.admin.token) => call(connections, { to, token, body });
const createdSchema = connectionViewSchema.extend({ issuedToken: z.string() });
const create = async (company: TestCompany, fields: object = {}) => {
  const body = { name: `Conexão ${++made}`, ...fields };
  const answer = await send('POST /whatsapp', body, company.admin.token);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return createdSchema.parse(answer.body);
};
const row = (company: TestCompany, id: number) => company.table.get(Connection, { id }, { consistent: true });
const state = (company: TestCompany, connectionId: number) =>
  company.table.get(ConnectionState, { connectionId }, { consistent: true });

const attribute = z.object({ S: z.string() });
const scanSchema = z.object({ Items: z.array(z.object({ _d: attribute })) });
const outboxFields = z.object({ id: z.string(), queue: z.string(), groupId: z.string(), body: z.string() });

/** Returns the commands waiting for the session host, oldest first. */
const commandsOf = async (company: TestCompany) => {
  const { Items } = scanSchema.parse(
    await awsJsonCall(engine().endpoint, 'DynamoDB_20120810.Scan', {
      TableName: TABLE.name,
      ConsistentRead: true,
      FilterExpression: '#entity = :outbox AND companyId = :company',
      ExpressionAttributeNames: { '#entity': '_e' },
      ExpressionAttributeValues: { ':outbox': { S: Outbox.name }, ':company': { N: String(company.id) } },
    }),
  );
  return Items.map((item) => outboxFields.parse(JSON.parse(item._d.S)))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ queue, groupId, body }) => ({
      ...sessionCommandSchema.parse(JSON.parse(body)),
      queue,
      group: groupId,
    }));
};

describe('the credentials of a connection', () => {
  const EXPIRES_AT = '2027-01-15T12:00:00.000Z';
  const before = Date.parse(EXPIRES_AT) - 1;
  const keep = async (company: TestCompany, id: number, accessToken: string) => {
    const connection = await row(company, id);
    if (connection === undefined) throw new Error('no connection');
    const after = await withCredentials(connection, { accessToken, expireAt: EXPIRES_AT });
    await commit(connectionItems(company.table, connection, after, Date.now()));
    forgetDirectory(company.id);
  };

  it('S-56: credentials are encrypted, decrypt for their own connection only, and only their expiry is shown', async () => {
    const company = await makeCompany();
    const accessToken = plant('EAAG-access-token-of-a-page');
    const id = await company.addConnection({ channel: 'facebook', accountId: 'page-1' });
    const other = await company.addConnection({ channel: 'facebook', accountId: 'page-2' });
    await keep(company, id, accessToken);
    const stored = await row(company, id);
    const target = await row(company, other);
    if (stored === undefined || target === undefined) throw new Error('no connection');
    expect(JSON.stringify(stored)).not.toContain(accessToken);
    expect(await credentialsOf(stored, before)).toEqual({ accessToken, expireAt: EXPIRES_AT });
    expect(await credentialsOf(target, before)).toBeUndefined();
    await expect(credentialsOf({ ...target, credentials: stored.credentials }, before)).rejects.toThrow();
    const sealed = stored.credentials?.sealed ?? '';
    for (const { token } of [company.admin, await company.addUser()])
      for (const path of ['GET /whatsapp', `GET /whatsapp/${id}`]) {
        const answer = JSON.stringify((await send(path, undefined, token)).body);
        for (const secret of [accessToken, sealed, 'sealed']) expect(answer).not.toContain(secret);
      }
    expect((await send(`GET /whatsapp/${id}`, undefined, company.admin.token)).body).toMatchObject({
      credentialsExpireAt: EXPIRES_AT,
    });
    expect(Connection.secrets).toContain('credentials');
    expect(JSON.stringify([...(await requireDirectory(company.id)).connections.values()])).not.toContain(
      sealed,
    );
  });

  it('credentials survive saving the connection, and cannot be used after their expiry', async () => {
    const company = await makeCompany();
    const id = await company.addConnection({ channel: 'instagram', accountId: 'account-1' });
    await keep(company, id, plant('EAAG-second-access-token'));
    const saved = await send(`PUT /whatsapp/${id}`, { name: 'Direct' }, company.admin.token);
    expect(saved.body).toMatchObject({ name: 'Direct', credentialsExpireAt: EXPIRES_AT });
    const stored = await row(company, id);
    if (stored === undefined) throw new Error('no connection');
    expect(await credentialsOf(stored, before)).toMatchObject({ expireAt: EXPIRES_AT });
    expect(await credentialsOf(stored, before + 1)).toBeUndefined();
  });
});

describe('the proxy of a connection', () => {
  const URL_WITH_PASSWORD = `socks5://ana:${plant('senha-do-proxy')}@proxy.example:1080`;
  const SHOWN = 'socks5://proxy.example:1080';
  const proxyOf = (company: TestCompany, connectionId: number) =>
    tableStore.proxyOf({ companyId: company.id, connectionId });
  const update = (company: TestCompany, id: number, fields: object) =>
    send(`PUT /whatsapp/${id}`, { name: `Conexão ${id}`, ...fields }, company.admin.token);

  it('S-56: the proxy is stored encrypted, shown without credentials, and read by the session host only', async () => {
    const company = await makeCompany();
    const { id, proxy } = await create(company, { proxy: URL_WITH_PASSWORD });
    expect(proxy).toBe(SHOWN);
    expect(await proxyOf(company, id)).toBe(URL_WITH_PASSWORD);
    const stored = await row(company, id);
    expect(stored?.proxy?.address).toBe(SHOWN);
    expect(JSON.stringify(stored)).not.toContain('senha-do-proxy');
    for (const path of [`GET /whatsapp/${id}`, 'GET /whatsapp']) {
      const answer = JSON.stringify((await send(path, undefined, company.admin.token)).body);
      expect(answer).toContain(SHOWN);
      expect(answer).not.toContain('senha-do-proxy');
      expect(answer).not.toContain('sealed');
    }
    // The encrypted proxy cannot be decrypted after a copy to another connection.
    const other = await create(company);
    const target = await row(company, other.id);
    if (target === undefined || stored === undefined) throw new Error('no connection');
    await commit([company.table.put(Connection, { ...target, proxy: stored.proxy }, target.version)]);
    await expect(proxyOf(company, other.id)).rejects.toThrow();
  });

  it('saving the shown address keeps the proxy, leaving it out removes it, and a change restarts the WhatsApp session', async () => {
    const company = await makeCompany();
    const { id } = await create(company, { proxy: URL_WITH_PASSWORD });
    const restarts = async () => (await commandsOf(company)).filter(({ type }) => type === 'restart').length;
    expect((await update(company, id, { proxy: SHOWN })).status).toBe(200);
    expect(await proxyOf(company, id)).toBe(URL_WITH_PASSWORD);
    expect(await restarts()).toBe(0);
    expect((await update(company, id, { proxy: 'http://other.example:3128' })).body).toMatchObject({
      proxy: 'http://other.example:3128',
    });
    expect(await proxyOf(company, id)).toBe('http://other.example:3128');
    expect(await restarts()).toBe(1);
    expect((await update(company, id, {})).body).toMatchObject({ proxy: '' });
    expect(await proxyOf(company, id)).toBeUndefined();
    expect(await restarts()).toBe(2);
  });

  it('an invalid proxy address is refused, naming the field', async () => {
    const answer = await send('POST /whatsapp', {
      name: `Conexão ${++made}`,
      proxy: 'http://proxy.example:25',
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('body.proxy');
  });
});

describe('adding a connection', () => {
  it('starts the connection, shows its token once and stores only the hash', async () => {
    const company = await makeCompany();
    const connection = await create(company, { groupAsTicket: 'enabled' });
    expect(connection).toMatchObject({
      status: 'OPENING',
      isDefault: true,
      groupAsTicket: 'enabled',
      channel: 'whatsapp',
    });
    expect(connection.issuedToken).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(connection.token).toEqual({ configured: true, last4: connection.issuedToken.slice(-4) });
    expect(await row(company, connection.id)).toMatchObject({
      tokenHash: sha256(connection.issuedToken),
      started: true,
    });
    expect(await state(company, connection.id)).toMatchObject({ status: 'OPENING', qrcode: '' });
    expect(await commandsOf(company)).toEqual([
      {
        v: 1,
        type: 'start',
        fresh: false,
        companyId: company.id,
        connectionId: connection.id,
        queue: 'session-commands-0',
        group: `${company.id}:${connection.id}`,
      },
    ]);
    const shown = await send(`GET /whatsapp/${connection.id}?session=0`, undefined, company.admin.token);
    expect(JSON.stringify(shown.body)).not.toContain(connection.issuedToken);
    expect(JSON.stringify(shown.body)).not.toContain('tokenHash');
    const rotated = await send(`POST /whatsapp/${connection.id}/token`, undefined, company.admin.token);
    const { token } = z.object({ token: z.string().length(30) }).parse(rotated.body);
    expect(token).not.toBe(connection.issuedToken);
    expect(await row(company, connection.id)).toMatchObject({
      tokenHash: sha256(token),
      tokenLast4: token.slice(-4),
    });
  });

  it("S-25: adding needs the plan's feature and stays within its number of connections", async () => {
    const without = await makeCompany({ plan: { without: ['useWhatsapp'] } });
    expect(await send('POST /whatsapp', { name: 'Principal' }, without.admin.token)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
    const small = await makeCompany({ plan: { connections: 1 } });
    const body = (name: string) => send('POST /whatsapp', { name }, small.admin.token);
    const answers = await Promise.all([body('Um'), body('Dois'), body('Três')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 403, 403]);
    expect(answers.find((answer) => answer.status === 403)?.body).toMatchObject({ details: { limit: 1 } });
  });

  it('only connections that are paired are added without an account; of any other channel nothing is written', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    for (const channel of channelSchema.options) {
      const answer = await send('POST /whatsapp', { name: `Via ${channel}`, channel }, token);
      const isAddable = PAIRED_CHANNELS.includes(channel);
      expect([channel, answer.status]).toEqual([channel, isAddable ? 201 : 400]);
    }
    expect((await send('GET /whatsapp', undefined, token)).body).toHaveLength(PAIRED_CHANNELS.length);
  });

  it('names are unique in a company, also when two requests race', async () => {
    const company = await makeCompany();
    const answers = await Promise.all(
      ['Atendimento', 'ATENDIMENTO '].map((name) => send('POST /whatsapp', { name }, company.admin.token)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    const other = await create(company);
    expect(
      await send(`PUT /whatsapp/${other.id}`, { name: 'atendimento' }, company.admin.token),
    ).toMatchObject({
      status: 409,
      body: { error: 'ERR_WAPP_NAME_EXISTS' },
    });
    expect((await send('POST /whatsapp', { name: 'Atendimento' }, theirs.admin.token)).status).toBe(201);
  });

  it('requires a greeting for more than one queue, and queues of the own company', async () => {
    const [one, two] = [await ours.addQueue(), await ours.addQueue()];
    const body = { name: `Conexão ${++made}`, queueIds: [one, two] };
    expect(await send('POST /whatsapp', body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_GREETING_REQUIRED' },
    });
    const answer = await send('POST /whatsapp', { ...body, greetingMessage: 'Olá!' });
    expect(answer).toMatchObject({ status: 201, body: { queues: [{ id: one }, { id: two }] } });
    for (const fields of [
      { queueIds: [one + 500] },
      { timeSendQueue: 5, sendIdQueue: one + 500 },
      { enableImportMessage: true, queueIdImportMessages: one + 500 },
    ]) {
      expect(await send('POST /whatsapp', { name: `Conexão ${++made}`, ...fields })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_QUEUE_FOUND' },
      });
    }
  });

  it('a validation error names every invalid field', async () => {
    const rated = await makeCompany({ settings: { userRating: true } });
    const body = { name: 'Principal', timeSendQueue: 5, collectiveVacationMessage: 'Férias' };
    const answer = await send('POST /whatsapp', body, rated.admin.token);
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    const { details } = z.object({ details: z.array(z.object({ path: z.string() })) }).parse(answer.body);
    expect(details.map(({ path }) => path)).toEqual([
      'body.ratingMessage',
      'body.expiresTicketNPS',
      'body.sendIdQueue',
      'body.collectiveVacationStart',
      'body.collectiveVacationEnd',
    ]);
  });

  it('S-19: refuses fields and values that no form sends', async () => {
    const connection = await create(ours);
    const before = await row(ours, connection.id);
    for (const extra of [
      { greetingMessage: 'x'.repeat(4097) },
      { expiresTicket: 1e9 },
      { expiresTicket: -1 },
      { whenExpiresTicket: 2 },
      { greetingMediaAttachment: `t/${theirs.id}/secret` },
      { name: 'x' },
      { collectiveVacationStart: 'tomorrow' },
    ]) {
      for (const to of ['POST /whatsapp', `PUT /whatsapp/${connection.id}`]) {
        const answer = await send(to, { name: `Conexão ${++made}`, ...extra });
        expect(answer.status, `${to} ${JSON.stringify(extra).slice(0, 60)}`).toBe(400);
        expect((await send(to, { name: `Conexão ${++made}`, companyId: theirs.id })).status).toBe(403);
      }
    }
    expect((await send('POST /whatsapp', { name: `Conexão ${++made}`, channel: 'facebook' })).status).toBe(
      400,
    );
    expect(await row(ours, connection.id)).toEqual(before);
    const forged = {
      id: 1,
      token: 'x'.repeat(30),
      tokenHash: 'x',
      status: 'CONNECTED',
      started: false,
      version: 7,
    };
    const answer = await send(`PUT /whatsapp/${connection.id}`, {
      ...connection,
      ...forged,
      channel: 'facebook',
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await row(ours, connection.id)).toMatchObject({
      id: connection.id,
      channel: before?.channel,
      tokenHash: before?.tokenHash,
      started: before?.started,
      version: (before?.version ?? 0) + 1,
    });
  });
});

describe('the default connection', () => {
  it('is the first connection, moves when another is made the default, and cannot be unset without a replacement', async () => {
    const company = await makeCompany();
    const one = await create(company);
    const two = await create(company);
    expect([one.isDefault, two.isDefault]).toEqual([true, false]);
    const { token } = company.admin;
    const refused = { status: 400, body: { error: 'ERR_NO_OTHER_WHATSAPP' } };
    expect(await send(`PUT /whatsapp/${one.id}`, { name: one.name, isDefault: false }, token)).toMatchObject(
      refused,
    );
    expect(await send(`DELETE /whatsapp/${one.id}`, undefined, token)).toMatchObject(refused);
    expect((await send(`PUT /whatsapp/${one.id}`, { name: one.name }, token)).body).toMatchObject({
      isDefault: true,
    });
    expect((await send(`PUT /whatsapp/${two.id}`, { name: two.name, isDefault: true }, token)).status).toBe(
      200,
    );
    expect([(await row(company, one.id))?.isDefault, (await row(company, two.id))?.isDefault]).toEqual([
      false,
      true,
    ]);
    const three = await create(company, { isDefault: true });
    const rows = await Promise.all([one, two, three].map(({ id }) => row(company, id)));
    expect(rows.map((connection) => connection?.isDefault)).toEqual([false, false, true]);
  });

  it('stays exactly one when several requests race', async () => {
    const company = await makeCompany();
    const all = [await create(company), await create(company), await create(company)];
    const answers = await Promise.all(
      all.map(({ id, name }) => send(`PUT /whatsapp/${id}`, { name, isDefault: true }, company.admin.token)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const rows = await Promise.all(all.map(({ id }) => row(company, id)));
    expect(rows.filter((connection) => connection?.isDefault)).toHaveLength(1);
  });
});

describe('WhatsApp sessions of connections', () => {
  it('starting, renewing, disconnecting and restarting commits a command together with the status', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    const connection = await create(company);
    const live = await state(company, connection.id);
    if (live === undefined) throw new Error('no state');
    await commit([
      company.table.put(
        ConnectionState,
        { ...live, status: 'CONNECTED', number: '5511900000000', epoch: 4 },
        live.version,
      ),
    ]);
    const to = `/whatsappsession/${connection.id}`;
    expect((await send(`DELETE ${to}`, undefined, token)).status).toBe(200);
    expect(await row(company, connection.id)).toMatchObject({ started: false });
    expect(await state(company, connection.id)).toMatchObject({
      status: 'DISCONNECTED',
      number: '',
      epoch: 4,
    });
    expect((await send('POST /whatsapp-restart', undefined, token)).status).toBe(200);
    expect((await send(`POST ${to}`, undefined, token)).status).toBe(200);
    expect(await row(company, connection.id)).toMatchObject({ started: true });
    expect(await state(company, connection.id)).toMatchObject({ status: 'OPENING', epoch: 4 });
    expect((await send(`PUT ${to}`, undefined, token)).status).toBe(200);
    expect((await send('POST /whatsapp-restart', undefined, token)).status).toBe(200);
    const commands = await commandsOf(company);
    expect(
      commands.map(
        ({ queue: _queue, group: _group, v: _v, companyId: _company, connectionId: _id, ...command }) =>
          command,
      ),
    ).toEqual([
      { type: 'start', fresh: false },
      { type: 'stop', logout: true },
      { type: 'start', fresh: false },
      { type: 'start', fresh: true },
      { type: 'restart' },
    ]);
  });

  it('a session event replaces a state that an earlier version stored in the directory', async () => {
    const company = await makeCompany();
    const { table, id: companyId } = company;
    const connectionId = await company.addConnection();
    const told = { companyId, connectionId, changedAt: new Date(0).toISOString(), epoch: 3 };
    const { op: _op, ...write } = table.put(ConnectionState, { ...told, status: 'CONNECTED' }, 'any');
    const item = 'item' in write ? write.item : {};
    const key = { pk: `C#${companyId}#ORG`, sk: `STATE#${String(connectionId).padStart(10, '0')}` };
    await commit([{ op: 'put', entity: write.entity, key, item: { ...item, ...key } }]);
    const listed = async () => (await send('GET /whatsapp', undefined, company.admin.token)).body;
    expect(await listed()).toMatchObject([{ status: 'DISCONNECTED' }]);
    const event = { v: 1, type: 'session', channel: 'whatsapp', companyId, connectionId } as const;
    const session = {
      ...event,
      receivedAt: Date.now(),
      epoch: 4,
      status: 'CONNECTED',
      qrcode: '',
      retries: 0,
    } as const;
    expect(failedIndexes(await inbound(sqsEvent([session])))).toEqual([]);
    expect(await listed()).toMatchObject([{ status: 'CONNECTED' }]);
    expect(await state(company, connectionId)).toMatchObject({ status: 'CONNECTED', epoch: 4 });
  });

  it('managers and attendants see the newest state in their lists', async () => {
    const company = await makeCompany();
    const { id } = await create(company);
    const attendant = await company.addUser();
    for (const status of ['qrcode', 'CONNECTED', 'TIMEOUT'] as const) {
      await setState(company, id, { status });
      for (const { token } of [company.admin, attendant])
        expect((await send('GET /whatsapp', undefined, token)).body).toMatchObject([{ id, status }]);
    }
  });

  const setState = async (company: TestCompany, id: number, fields: object) => {
    const live = await state(company, id);
    if (live === undefined) throw new Error('no state');
    await commit([company.table.put(ConnectionState, { ...live, ...fields }, live.version)]);
  };

  it('users who manage connections see a pairing code for as long as it can be typed', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    const { id } = await create(company);
    await setState(company, id, { status: 'qrcode', qrcode: 'a-code' });
    const ask = (number: string) => send(`POST /whatsappsession/${id}/pairing-code`, { number }, token);
    for (const number of ['', '123', '0551198888777', 'abc', '1'.repeat(16)])
      expect(await ask(number), number).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    expect((await ask('+55 (11) 98888-7777')).status).toBe(200);
    const get = async () => (await send(`GET /whatsapp/${id}`, undefined, token)).body;
    // The QR code on show stays beside the requested pairing code.
    expect(await get()).toMatchObject({
      status: 'qrcode',
      qrcode: 'a-code',
      pairing: { number: '5511988887777', code: '', failure: '' },
    });
    const pairing = await company.table.get(ConnectionPairing, { connectionId: id }, { consistent: true });
    if (pairing === undefined) throw new Error('nothing was asked for');
    expect((await commandsOf(company)).at(-1)).toMatchObject({
      type: 'pair',
      number: '5511988887777',
      askedAt: Date.parse(pairing.askedAt),
      group: `${company.id}:${id}`,
    });
    // The session host writes the code into the row of the request.
    const { tableStore } = await import('@prosa/session-host/connections/table-store.ts');
    const ref = { companyId: company.id, connectionId: id };
    await tableStore.answerPairing(ref, Date.parse(pairing.askedAt) - 1, { code: 'OFANOTHER' });
    expect(await get()).toMatchObject({ pairing: { code: '' } });
    await tableStore.answerPairing(ref, Date.parse(pairing.askedAt), { code: 'ABCD1234' });
    expect(await get()).toMatchObject({ pairing: { code: 'ABCD1234' } });
    expect(JSON.stringify((await send('GET /whatsapp', undefined, token)).body)).not.toContain('ABCD1234');
    const row = await company.table.get(ConnectionPairing, { connectionId: id }, { consistent: true });
    if (row === undefined) throw new Error('the code is gone');
    const old = new Date(Date.now() - 161_000).toISOString();
    await commit([company.table.put(ConnectionPairing, { ...row, askedAt: old }, row.version)]);
    expect(await get()).toMatchObject({ pairing: null });
    // A renewed session drops the old code.
    await ask('5511988887777');
    await send(`PUT /whatsappsession/${id}`, undefined, token);
    expect(await get()).toMatchObject({ status: 'OPENING', pairing: null });
    await setState(company, id, { status: 'CONNECTED' });
    expect(await ask('5511988887777')).toMatchObject({ status: 409, body: { error: 'ERR_CONFLICT' } });
  });

  it('S-60: only users who manage connections request a pairing code or see account health', async () => {
    const company = await makeCompany();
    const { id } = await create(company);
    const attendant = await company.addUser();
    const manager = await company.addUser({ allowConnections: true });
    const asks = (token: string, of = id) =>
      send(`POST /whatsappsession/${of}/pairing-code`, { number: '5511988887777' }, token);
    expect((await asks(attendant.token)).status).toBe(403);
    expect((await asks(manager.token)).status).toBe(200);
    expect((await send('GET /whatsapp/health', undefined, attendant.token)).status).toBe(403);
    expect((await asks(manager.token, id + 100)).status).toBe(404);
  });

  it('the health of an account is shown as the session host wrote it', async () => {
    const company = await makeCompany();
    const { id } = await create(company);
    const { tableStore } = await import('@prosa/session-host/connections/table-store.ts');
    const health = {
      companyId: company.id,
      toldAt: '2026-11-22T12:00:00.000Z',
      newsAt: {},
      violationAt: null,
      lastFrameAt: '2026-11-22T11:59:00.000Z',
      waitingConversations: 2,
      drops: 1,
      unreadable: 4,
      restriction: { kind: 'quality', until: '2026-11-23T12:00:00.000Z' },
      quota: { warning: 'second', used: 90, total: 100, renewsAt: null },
    } as const;
    await tableStore.writeHealth({ ...health, connectionId: id });
    // Health of a connection that no longer exists.
    await tableStore.writeHealth({ ...health, connectionId: id + 1 });
    const { companyId: _company, ...told } = health;
    const answer = await send('GET /whatsapp/health', undefined, company.admin.token);
    expect(answer).toMatchObject({ status: 200, body: [{ id, ...told }] });
    expect(answer.body).toHaveLength(1);
    expect((await send('GET /whatsapp/health', undefined, theirs.admin.token)).body).toEqual([]);
    await create(company);
    await send(`PUT /whatsapp/${id + 1}`, { name: 'Outra', isDefault: true }, company.admin.token);
    expect((await send(`DELETE /whatsapp/${id}`, undefined, company.admin.token)).status).toBe(200);
    expect(
      await company.table.get(ConnectionHealth, { connectionId: id }, { consistent: true }),
    ).toBeUndefined();
  });

  it('changing the import settings while connected deletes the session and requires a new QR code', async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    const queue = await company.addQueue();
    const { id, name } = await create(company);
    const day = 86_400_000;
    const wanted = {
      name,
      enableImportMessage: true,
      queueIdImportMessages: queue,
      importOldMessages: new Date(Date.now() - 30 * day).toISOString(),
      importRecentMessages: new Date(Date.now() - day).toISOString(),
    };
    const save = (fields: object = {}) => send(`PUT /whatsapp/${id}`, { ...wanted, ...fields }, token);
    const resets = async () => (await commandsOf(company)).filter((one) => one.type === 'start' && one.fresh);
    // A connection that is not linked yet is not reset: linking imports with the new settings anyway.
    expect((await save()).body).toMatchObject({ status: 'OPENING' });
    expect(await resets()).toEqual([]);
    await setState(company, id, { status: 'CONNECTED', number: '5511900000000', epoch: 3 });
    expect((await save({ greetingMessage: 'Olá' })).body).toMatchObject({ status: 'CONNECTED' });
    expect(await resets()).toEqual([]);
    expect((await save({ importOldMessagesGroups: true })).body).toMatchObject({
      status: 'qrcode',
      number: '',
    });
    expect(await state(company, id)).toMatchObject({ status: 'qrcode', qrcode: '', epoch: 3 });
    expect(await resets()).toMatchObject([{ connectionId: id, group: `${company.id}:${id}` }]);
    expect(await row(company, id)).toMatchObject({ importOldMessagesGroups: true, started: true });
  });

  it('only users who manage connections see the QR code', async () => {
    const company = await makeCompany();
    const connection = await create(company);
    const live = await state(company, connection.id);
    if (live === undefined) throw new Error('no state');
    await commit([
      company.table.put(ConnectionState, { ...live, status: 'qrcode', qrcode: 'secret-code' }, live.version),
    ]);
    const attendant = await company.addUser();
    const manager = await company.addUser({ allowConnections: true });
    const get = (token: string, path = `/${connection.id}`) => send(`GET /whatsapp${path}`, undefined, token);
    expect((await get(manager.token)).body).toMatchObject({ qrcode: 'secret-code', status: 'qrcode' });
    expect((await get(attendant.token)).status).toBe(403);
    for (const path of ['', '/filter', '/filter?channel=whatsapp&session=0']) {
      const brief = await get(attendant.token, path);
      expect(brief.body).toEqual([
        {
          id: connection.id,
          name: connection.name,
          channel: 'whatsapp',
          isDefault: true,
          status: expect.any(String),
          groupAsTicket: 'disabled',
          // Only users who write to customers see what customers can be shown.
          ...(path === ''
            ? {
                shows: shownContentsSchema.parse(whatsapp.capabilities),
                can: channelAbilitiesSchema.parse(whatsapp.capabilities),
              }
            : {}),
        },
      ]);
    }
    expect((await get(manager.token, '')).body).toMatchObject([
      { id: connection.id, token: { configured: true } },
    ]);
    expect(JSON.stringify((await get(manager.token, '')).body)).not.toContain('secret-code');
    expect((await get(manager.token, '/filter?channel=facebook')).body).toEqual([]);
  });
});

describe('GET /whatsapp/all', () => {
  const nextOf = (headers: Record<string, unknown>): string | undefined =>
    /^<(\?cursor=[^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];

  const readAll = async (token: string) => {
    const seen: z.infer<typeof companyConnectionSchema>[] = [];
    let query: string | undefined = '/?session=0';
    for (let pages = 0; query !== undefined; pages++) {
      if (pages === 20) throw new Error('a list without end');
      const answer = await send(`GET /whatsapp/all${query}`, undefined, token);
      expect(answer.status).toBe(200);
      const page = z.array(companyConnectionSchema).parse(answer.body);
      expect(page.length).toBeLessThanOrEqual(CONNECTIONS_PER_PAGE);
      seen.push(...page);
      query = nextOf(answer.headers);
    }
    return seen;
  };

  it("lists every company's connections for a super administrator, page by page, without secrets", async () => {
    const owner = await makeCompany();
    const { token } = await owner.addUser({ profile: 'admin', super: true });
    const made: string[] = [];
    const secrets: string[] = [];
    const companies = [await makeCompany(), await makeCompany()];
    for (const company of companies) {
      const queue = await company.addQueue({ name: `Fila de ${company.id}` });
      const one = await create(company, { queueIds: [queue] });
      secrets.push(one.issuedToken, String((await row(company, one.id))?.tokenHash));
      const live = await state(company, one.id);
      if (live === undefined) throw new Error('no state');
      await commit([
        company.table.put(
          ConnectionState,
          { ...live, status: 'qrcode', qrcode: 'secret-code', number: '5511900000000' },
          live.version,
        ),
      ]);
      for (let nth = 0; nth < CONNECTIONS_PER_PAGE; nth++)
        made.push(`${company.id}.${await company.addConnection()}`);
      made.push(`${company.id}.${one.id}`);
    }
    const seen = await readAll(token);
    expect(seen.length).toBeGreaterThan(2 * CONNECTIONS_PER_PAGE);
    const names = seen.map(({ companyId, id }) => `${companyId}.${id}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(made));
    for (const company of companies)
      expect(
        seen.find(({ companyId, status }) => companyId === company.id && status === 'qrcode'),
      ).toMatchObject({
        company: { id: company.id, name: `company ${company.id}` },
        queues: [{ name: `Fila de ${company.id}` }],
        number: '5511900000000',
        token: { configured: true },
      });
    const text = JSON.stringify(seen);
    for (const secret of [...secrets, 'secret-code']) expect(text).not.toContain(secret);
    // The page can be chosen by number as well, and removed connections are missing.
    const second = await send('GET /whatsapp/all?session=0&pageNumber=2', undefined, token);
    expect(second.body).toEqual(
      JSON.parse(JSON.stringify(seen.slice(CONNECTIONS_PER_PAGE, 2 * CONNECTIONS_PER_PAGE))),
    );
    const [company] = companies;
    if (company === undefined) throw new Error('no company');
    const gone = seen.findLast(({ companyId }) => companyId === company.id);
    expect((await send(`DELETE /whatsapp/${gone?.id}`, undefined, company.admin.token)).status).toBe(200);
    expect(await readAll(token)).toEqual(seen.filter((one) => one !== gone));
  });

  it('S-15 refuses every other user, including administrators of a company', async () => {
    const manager = await ours.addUser({ allowConnections: true });
    for (const { token } of [ours.admin, manager])
      expect(await send('GET /whatsapp/all?session=0', undefined, token)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
  });
});

describe('removing a connection', () => {
  it("unlinks the connection, frees its name and clears it as users' default", async () => {
    const company = await makeCompany();
    const { token } = company.admin;
    await create(company);
    const gone = await create(company);
    const bia = await company.addUser({ connectionId: gone.id });
    expect((await send(`DELETE /whatsapp/${gone.id}`, undefined, token)).status).toBe(200);
    expect(await row(company, gone.id)).toBeUndefined();
    expect(await state(company, gone.id)).toBeUndefined();
    expect((await company.table.get(User, { id: bia.id }, { consistent: true }))?.connectionId).toBeNull();
    expect((await commandsOf(company)).at(-1)).toMatchObject({
      type: 'stop',
      logout: true,
      connectionId: gone.id,
    });
    expect((await send('POST /whatsapp', { name: gone.name }, token)).status).toBe(201);
    expect((await send(`DELETE /whatsapp/${gone.id}`, undefined, token)).status).toBe(404);
  });

  it("S-17: another company's connections are not found", async () => {
    const foreign = (await create(theirs)).id + 100;
    for (const [to, body] of [
      [`GET /whatsapp/${foreign}`, undefined],
      [`PUT /whatsapp/${foreign}`, { name: 'Outra' }],
      [`DELETE /whatsapp/${foreign}`, undefined],
      [`POST /whatsapp/${foreign}/token`, undefined],
      [`POST /whatsappsession/${foreign}`, undefined],
      [`PUT /whatsappsession/${foreign}`, undefined],
      [`DELETE /whatsappsession/${foreign}`, undefined],
    ] as const) {
      expect(await send(to, body), to).toMatchObject({ status: 404, body: { error: 'ERR_NO_WAPP_FOUND' } });
    }
    const attendant = await ours.addUser();
    expect((await send('POST /whatsapp-restart', undefined, attendant.token)).status).toBe(403);
  });
});
