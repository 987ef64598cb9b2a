import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { frameSchema } from '@prosa/shared/events/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { textEvent } from '../factories/inbound-events.ts';
import { send } from './support/http.ts';
import { makeTenant, type Tenant } from './support/tenant.ts';

const POLL = { timeout: 60_000, interval: 50 } as const;

let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  tenant = await makeTenant(stack, 'LOJA', 100);
});
afterAll(() => stack?.stop());

const ask = async (method: string, path: string, body?: unknown) => {
  const token = tenant.company.admin.token;
  const answer = await send(stack.url, { method, target: `/api${path}`, token, body });
  expect(answer.status < 300, answer.text).toBe(true);
  return z.record(z.string(), z.unknown()).parse(answer.body);
};

describe('what POST makes of the required fields alone', () => {
  it('a user has the documented defaults', async () => {
    const made = await ask('POST', '/users', {
      name: 'Bia Prado',
      email: 'bia@example.com',
      password: 'uma senha de teste longa',
      profile: 'user',
    });
    expect(await ask('GET', `/users/${made.id}`)).toMatchObject({
      startWork: '00:00',
      endWork: '23:59',
      defaultTheme: 'light',
      defaultMenu: 'open',
      defaultTicketsManagerWidth: 550,
      allTicket: 'disabled',
      allowGroup: false,
      allHistoric: 'disabled',
      allUserChat: 'disabled',
      userClosePendingTicket: 'enabled',
      showDashboard: 'disabled',
      allowRealTime: 'disabled',
      allowConnections: 'disabled',
      farewellMessage: '',
      whatsappId: null,
      queues: [],
      super: false,
    });
  });

  it('a connection has the documented defaults, and a token of 30 characters', async () => {
    const made = await ask('POST', '/whatsapp', { name: 'Filial', token: '' });
    expect(made.issuedToken).toMatch(/^[0-9A-Za-z]{30}$/);
    expect(await ask('GET', `/whatsapp/${made.id}?session=0`)).toMatchObject({
      channel: 'whatsapp',
      maxUseBotQueues: 3,
      maxUseBotQueuesNPS: 3,
      provider: 'beta',
      expiresTicket: 0,
      groupAsTicket: 'disabled',
      timeSendQueue: 0,
      sendIdQueue: null,
      greetingMessage: '',
      queues: [],
      schedules: [],
    });
  });

  it('a queue has the documented defaults', async () => {
    const made = await ask('POST', '/queue', { name: 'Suporte', color: '#123456' });
    expect(await ask('GET', `/queue/${made.id}`)).toMatchObject({
      greetingMessage: '',
      outOfHoursMessage: '',
      closeTicket: false,
      ativarRoteador: false,
      tempoRoteador: 0,
      integrationId: null,
      fileListId: null,
      schedules: [],
      chatbots: [],
    });
  });

  it('a new company has the documented settings', async () => {
    expect(await ask('GET', `/companySettings/${tenant.company.id}`)).toMatchObject({
      hoursCloseTicketsAuto: 24,
      scheduleType: 'disabled',
      chatBotType: 'text',
      closeTicketOnTransfer: false,
      showNotificationPending: false,
      requiredTag: 'disabled',
    });
  });
});

describe('texts of older clients', () => {
  it('null is an empty text in users, connections, queues, options, quick messages, contacts and settings', async () => {
    const user = await ask('POST', '/users', {
      name: 'Caio Reis',
      email: 'caio@example.com',
      password: 'uma senha de teste longa',
      profile: 'user',
      farewellMessage: null,
    });
    expect(user.farewellMessage).toBe('');
    const texts = {
      greetingMessage: null,
      complationMessage: null,
      outOfHoursMessage: null,
      ratingMessage: null,
      inactiveMessage: null,
      expiresInactiveMessage: null,
      collectiveVacationMessage: null,
      lgpdMessage: null,
      lgpdLink: null,
    };
    const connection = await ask('POST', '/whatsapp', { name: 'Matriz', ...texts });
    expect(connection).toMatchObject(Object.fromEntries(Object.keys(texts).map((name) => [name, ''])));
    const queue = await ask('POST', '/queue', {
      name: 'Vendas',
      color: '#654321',
      greetingMessage: null,
      outOfHoursMessage: null,
    });
    expect(queue).toMatchObject({ greetingMessage: '', outOfHoursMessage: '' });
    const quick = await ask('POST', '/quick-messages', { shortcode: 'pix', message: null });
    expect(
      await ask('PUT', `/quick-messages/${quick.id}`, { shortcode: 'pix', message: 'Outra', visao: true }),
    ).toMatchObject({ message: 'Outra' });
    const contact = await ask('POST', '/contacts', {
      name: 'Rita',
      number: '5511987654399',
      email: null,
      extraInfo: [{ name: 'Cargo', value: null }],
    });
    expect(contact).toMatchObject({ email: '', extraInfo: [{ name: 'Cargo', value: '' }] });
    await ask('PUT', '/companySettings', { column: 'transferMessage', data: 'Olá' });
    await ask('PUT', '/companySettings', { column: 'transferMessage', data: null });
    expect((await ask('GET', `/companySettings/${tenant.company.id}`)).transferMessage).toBe('');
  });

  it('null is an absent value in options, schedules, quick messages and tags', async () => {
    const option = await ask('POST', '/chatbot', {
      queueId: tenant.ids.queue,
      parentId: null,
      name: 'Trocar',
      greetingMessage: null,
      queueType: null,
      closeTicket: null,
      optQueueId: null,
      optUserId: null,
      optIntegrationId: null,
      optFileId: null,
      options: null,
    });
    const absent = { greetingMessage: '', queueType: 'text', closeTicket: false, options: [] };
    expect(option).toMatchObject(absent);
    const changed = { queueId: null, name: 'Trocar já', greetingMessage: null, options: null };
    expect(await ask('PUT', `/chatbot/${option.id}`, changed)).toMatchObject({
      ...absent,
      name: 'Trocar já',
    });
    const schedule = await ask('POST', '/schedules', {
      body: 'Lembrete de amanhã',
      contactId: tenant.ids.contact,
      sendAt: '2030-01-01T12:00',
      openTicket: null,
      statusTicket: null,
      ticketUserId: null,
      queueId: null,
      whatsappId: null,
      intervalo: null,
      valorIntervalo: null,
      enviarQuantasVezes: null,
      tipoDias: null,
      assinar: null,
    });
    expect(schedule).toMatchObject({
      openTicket: 'disabled',
      statusTicket: 'closed',
      intervalo: 1,
      valorIntervalo: 0,
      enviarQuantasVezes: 1,
      tipoDias: 4,
      assinar: false,
    });
    const quick = { shortcode: 'troca', message: null, geral: null, visao: null, status: null };
    expect(await ask('POST', '/quick-messages', quick)).toMatchObject({
      message: '',
      geral: false,
      visao: false,
      status: true,
    });
    expect(await ask('POST', '/tags', { name: 'Troca', color: null, kanban: null })).toMatchObject({
      color: '#A4CCCC',
      kanban: 0,
    });
  });

  it('a number is a text where a setting is a text, and a number where it is a count', async () => {
    await ask('PUT', '/companySettings', { column: 'transferMessage', data: 123 });
    await ask('PUT', '/companySettings', { column: 'hoursCloseTicketsAuto', data: 48 });
    expect(await ask('GET', `/companySettings/${tenant.company.id}`)).toMatchObject({
      transferMessage: '123',
      hoursCloseTicketsAuto: 48,
    });
  });
});

describe('what the socket of a second signed-in user receives', () => {
  const events: { name: string; data: Record<string, unknown> }[] = [];
  let socket: WebSocket;

  beforeAll(async () => {
    const opened = await send(stack.url, {
      method: 'POST',
      target: '/api/realtime/ticket',
      token: tenant.owner.token,
    });
    const { ticket } = z.object({ ticket: z.string() }).parse(opened.body);
    // The address joins the room before the socket opens. A `joinNotification` frame has no response to wait for.
    const url = `${stack.url.replace('http', 'ws')}/ws?ticket=${ticket}&join=notification`;
    socket = new WebSocket(url, { origin: stack.url });
    socket.on('message', (data) => {
      const frame = frameSchema.parse(JSON.parse(String(data)));
      for (const { event, data: content } of Array.isArray(frame) ? frame : [frame])
        events.push({ name: event, data: z.record(z.string(), z.unknown()).parse(content) });
    });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
  });
  afterAll(() => socket?.close());

  /** Waits for an event with at least this content. */
  const heard = (name: string, content: object) =>
    expect
      .poll(() => events.filter((event) => event.name === `company-${tenant.company.id}-${name}`), POLL)
      .toContainEqual(expect.objectContaining({ data: expect.objectContaining(content) }));

  it('the event of a message contains its ticket and its contact', async () => {
    const where = { companyId: tenant.company.id, connectionId: tenant.ids.connection };
    const event = textEvent(where, '5511900000100', 'Ainda está aberto?', { sentAt: Date.now() });
    stack.sqs.queue('inbound').send({
      body: JSON.stringify(event),
      groupId: `${where.companyId}:${where.connectionId}`,
      deduplicationId: event.providerMessageId,
    });
    await heard('appMessage', {
      action: 'create',
      message: expect.objectContaining({ body: 'Ainda está aberto?', fromMe: false }),
      ticket: expect.objectContaining({ id: tenant.ids.ticket }),
      contact: expect.objectContaining({ name: 'LOJA contact' }),
    });
  });

  it('a ticket that was read, and a message and a note that a colleague deletes', async () => {
    const { ticket: id } = tenant.ids;
    await ask('PUT', `/tickets/${id}`, { unreadMessages: 0 });
    await heard('ticket', { action: 'updateUnread', ticketId: id });
    const say = async (body: object): Promise<string> => {
      const { messages } = await ask('POST', `/messages/${id}`, body);
      const [made] = z.array(z.object({ id: z.string() })).parse(messages);
      return made?.id ?? '';
    };
    const said = await say({ body: 'Sim, até as 18h.' });
    await ask('DELETE', `/messages/${said}`);
    await heard('appMessage', {
      action: 'update',
      message: expect.objectContaining({ id: said, isDeleted: true }),
    });
    const note = await say({ body: 'Cliente antigo', isPrivate: true });
    await ask('DELETE', `/messages/${note}`);
    await heard('appMessage', { action: 'delete', message: expect.objectContaining({ id: note }) });
  });

  it('a ticket that a colleague opens for the user', async () => {
    const { contact: contactId, queue: queueId, connection: whatsappId } = tenant.ids;
    const given = { contactId, queueId, whatsappId, userId: tenant.owner.id };
    const { id } = await ask('POST', '/tickets', given);
    await heard('ticket', { action: 'create', ticket: expect.objectContaining({ id, contactId }) });
  });

  it('a ticket that a colleague resolves and removes', async () => {
    const { ticket: id } = tenant.ids;
    await ask('PUT', `/tickets/${id}`, { status: 'closed', sendFarewellMessage: false });
    await heard('ticket', {
      action: 'update',
      ticket: expect.objectContaining({ id, status: 'closed' }),
    });
    await ask('DELETE', `/tickets/${id}`);
    await heard('ticket', { action: 'delete', ticketId: id });
  });

  it('a colleague’s changes of contacts, queues, connections, users and settings', async () => {
    const contact = await ask('POST', '/contacts', { name: 'Nina', number: '5511987654311' });
    await heard('contact', { action: 'create', contact: expect.objectContaining({ name: 'Nina' }) });
    await ask('DELETE', `/contacts/${contact.id}`);
    await heard('contact', { action: 'delete', contactId: contact.id });
    const queue = await ask('POST', '/queue', { name: 'Financeiro', color: '#abcdef' });
    await heard('queue', { action: 'update', queue: expect.objectContaining({ id: queue.id }) });
    await ask('DELETE', `/queue/${queue.id}`);
    await heard('queue', { action: 'delete', queueId: queue.id });
    const connection = await ask('POST', '/whatsapp', { name: 'Quiosque' });
    await heard('whatsapp', { action: 'update', whatsapp: expect.objectContaining({ id: connection.id }) });
    const user = await ask('POST', '/users', {
      name: 'Davi Luz',
      email: 'davi@example.com',
      password: 'uma senha de teste longa',
      profile: 'user',
    });
    await heard('user', { action: 'create', user: expect.objectContaining({ id: user.id }) });
    await ask('PUT', '/companySettings', { column: 'requiredTag', data: 'enabled' });
    await heard('settings', { action: 'update' });
  });

  it('the end of the own sessions, and nothing of another company', async () => {
    await ask('DELETE', `/users/${tenant.owner.id}/sessions`);
    await heard('auth', { action: 'update', user: expect.objectContaining({ id: tenant.owner.id }) });
    for (const { name } of events) expect(name).toContain(`${tenant.company.id}`);
  });
});
