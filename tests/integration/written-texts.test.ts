import type { ProviderAccount } from '@prosa/functions/channels/driver.ts';
import { cloudDriver } from '@prosa/functions/channels/whatsappapi/cloud-driver.ts';
import { handler as announcements } from '@prosa/functions/http/announcements/handler.ts';
import { handler as campaigns } from '@prosa/functions/http/campaigns/handler.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { findContactByIdentities, loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { announcementViewSchema } from '@prosa/shared/contracts/announcements.ts';
import { campaignViewSchema } from '@prosa/shared/contracts/campaigns.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { tagViewSchema } from '@prosa/shared/contracts/tags.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { PNG } from '../factories/files.ts';
import { textEvent } from '../factories/inbound-events.ts';
import { makeContact } from '../factories/tickets.ts';
import { HARD_TEXTS, INVISIBLE_NAMES } from '../support/hard-texts.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { CampaignDesk } from './support/campaign-desk.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useGraph } from './support/graph.ts';
import { take } from './support/inbound.ts';
import { messagesWith, timerOf } from './support/planted-schedules.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();
const graphOf = useGraph();

const written = HARD_TEXTS.map((text) => text.written).join('\n');
const stored = HARD_TEXTS.map((text) => text.stored).join('\n');
/** Names in which nothing is trimmed or too short. */
const names = HARD_TEXTS.map((text) => ({
  written: `Loja ${text.written}!`,
  stored: `Loja ${text.stored}!`,
}));
const MINUTE_MS = 60_000;

let desk: CampaignDesk;
let admin: TestUser;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.parse('2026-11-24T15:00:00.000Z');
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  desk = await CampaignDesk.open();
  admin = desk.company.admin;
});
afterEach(() => vi.restoreAllMocks());

const ask = async (handler: Parameters<typeof call>[0], to: string, body?: unknown): Promise<Answer> => {
  const answer = await call(handler, { to, token: admin.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
};
/** Returns what Meta is sent of a content. */
const atMeta = async (content: OutboundContent): Promise<unknown> => {
  const graph = graphOf();
  graph.answer = () => ({ json: { messages: [{ id: 'wamid.1' }] } });
  const account: ProviderAccount = {
    channel: 'whatsappapi',
    companyId: desk.company.id,
    connectionId: desk.connectionId,
    accountId: '106540352242922',
    businessId: '102290129340398',
    accessToken: plant(`EAA${'tExT'.repeat(20)}`),
  };
  const to = [{ kind: 'phone', value: '5511988887777' }] as const;
  const files = { read: () => Promise.resolve(undefined), link: () => Promise.reject(new Error('no file')) };
  await cloudDriver.send(account, { to, content, reference: '1.1.1-a#1' }, files);
  return graph.requests.at(-1)?.json;
};

describe('S-37: what people write leaves as they wrote it', () => {
  it('a campaign: its name, its texts, and what a customer gets', async () => {
    const contactListId = await desk.addList(1);
    const fields = { message1: written, contactListId, whatsappId: desk.connectionId };
    const views = [];
    for (const name of names) {
      const { body } = await ask(campaigns, 'POST /campaigns', { ...fields, name: name.written });
      const { id } = campaignViewSchema.parse(body);
      const view = campaignViewSchema.parse((await ask(campaigns, `GET /campaigns/${id}`)).body);
      expect(view).toMatchObject({ name: name.stored, message1: stored });
      views.push(view);
    }
    const id = views[0]?.id ?? 0;
    await desk.start(id);
    await desk.work();
    await desk.run(id, (ms) => {
      nowMs = ms;
    });
    const [command] = desk.sent;
    expect(command?.content).toEqual({ kind: 'text', text: stored });
    if (command === undefined) throw new Error('nothing was sent');
    expect(await atMeta(command.content)).toMatchObject({ text: { body: stored } });
  });

  it('a schedule: its text, and what a customer gets', async () => {
    const { id: contactId } = await makeContact(desk.company.table, { name: 'Maria' });
    const request = { body: written, contactId, sendAt: toInstant(nowMs + 10 * MINUTE_MS) };
    const { id } = scheduleRoutes.get.response.parse((await ask(schedules, 'POST /schedules', request)).body);
    const view = scheduleRoutes.get.response.parse((await ask(schedules, `GET /schedules/${id}`)).body);
    expect(view.body).toBe(stored);
    nowMs += 10 * MINUTE_MS;
    expect(await fireTimers(await timerOf(desk.company, id))).toEqual([]);
    const sent = await messagesWith(desk.company, contactId, desk.connectionId);
    expect(sent.map(({ body }) => body)).toEqual([stored]);
  });

  it('a message, a note, and the name of a file', async () => {
    const where = { companyId: desk.company.id, connectionId: desk.connectionId };
    const { ticket } = await makeConversation(desk.company, where, { status: 'open', userId: admin.id });
    const sendTo = `POST /messages/${ticket.id}`;
    const said = messageRoutes.send.response.parse((await ask(messages, sendTo, { body: written })).body);
    expect(said.messages.map(({ body }) => body)).toEqual([stored]);

    await ask(tickets, 'POST /ticket-notes', { ticketId: ticket.id, note: written });
    const notes = (await ask(tickets, `GET /ticket-notes/list?ticketId=${ticket.id}`)).body;
    expect(ticketRoutes.listNotes.response.parse(notes).map(({ note }) => note)).toEqual([stored]);

    // A form cannot name a file with control characters, and spaces in a row become one.
    const files = HARD_TEXTS.filter(
      ({ written: name }) => name.isWellFormed() && !/\p{Cc}| \u200d/u.test(name),
    );
    for (const { written: name, stored: kept } of files) {
      const form = new FormData();
      form.append('medias', new File([Uint8Array.from(PNG)], `${name}.png`, { type: 'image/png' }));
      const answer = await call(messages, { to: sendTo, token: admin.token, form });
      const [message] = messageRoutes.send.response.parse(answer.body).messages;
      expect(message?.media?.fileName).toBe(`${kept}.png`);
    }
  });

  it('an announcement, tags and contacts', async () => {
    const operators = await makeCompany();
    const { token } = await operators.addUser({ profile: 'admin', super: true });
    const body = { title: '½ preço 2ª via', text: written };
    const made = await call(announcements, { to: 'POST /announcements', token, body });
    const { id, title, text } = announcementViewSchema.parse(made.body);
    expect({ title, text }).toEqual({ title: '½ preço 2ª via', text: stored });
    await call(announcements, { to: `DELETE /announcements/${id}`, token });

    for (const [nth, name] of names.entries()) {
      const tag = tagViewSchema.parse(
        (await ask(tags, 'POST /tags', { name: `${nth} ${name.written}` })).body,
      );
      expect(tag.name).toBe(`${nth} ${name.stored}`);
      const number = `5511977${String(100_000 + nth)}`;
      const extraInfo = [{ name: name.written.slice(0, 100), value: name.written }];
      const saved = await ask(contacts, 'POST /contacts', { name: name.written, number, extraInfo });
      const contact = contactRoutes.get.response.parse(saved.body);
      expect(contact).toMatchObject({ name: name.stored, extraInfo: [{ value: name.stored }] });
    }
  });

  it('a tag in another spelling is the same tag, as before', async () => {
    const first = tagViewSchema.parse((await ask(tags, 'POST /tags', { name: '2ª via' })).body);
    for (const name of ['2a via', '2ª VIA', '２ª via', '2\u200bª via']) {
      const again = tagViewSchema.parse((await ask(tags, 'POST /tags', { name })).body);
      expect(again, JSON.stringify(name)).toMatchObject({ id: first.id, name: '2ª via' });
    }
  });

  it('the text of a customer, and the name of its profile', async () => {
    const where = { companyId: desk.company.id, connectionId: desk.connectionId };
    for (const [nth, text] of HARD_TEXTS.entries()) {
      const value = `5511966${String(100_000 + nth)}`;
      const chat = { isGroup: false, identities: [{ kind: 'phone' as const, value }], name: text.written };
      await take(textEvent(where, value, 'oi', { chat, content: { kind: 'text', text: text.written } }));
      const { contact } = await findContactByIdentities(desk.company.table, [{ kind: 'phone', value }]);
      expect(contact?.name, text.what).toBe(text.stored.trim());
      const kept = await messagesWith(desk.company, contact?.id ?? 0, desk.connectionId);
      expect(kept.filter(({ fromMe }) => !fromMe).map(({ body }) => body)).toEqual([text.stored]);
    }
  });
});

describe('S-37: a name of invisible characters alone', () => {
  it('of a customer is the number', async () => {
    const where = { companyId: desk.company.id, connectionId: desk.connectionId };
    for (const [nth, name] of INVISIBLE_NAMES.entries()) {
      const value = `5511955${String(100_000 + nth)}`;
      const chat = { isGroup: false, identities: [{ kind: 'phone' as const, value }], name };
      await take(textEvent(where, value, 'oi', { chat }));
      const { contact } = await findContactByIdentities(desk.company.table, [{ kind: 'phone', value }]);
      expect(contact?.name, JSON.stringify(name)).toBe(value);
    }
  });

  it('that a user enters is refused, as an empty one', async () => {
    for (const name of INVISIBLE_NAMES) {
      const body = { name, number: '5511944100000' };
      const answer = await call(contacts, { to: 'POST /contacts', token: admin.token, body });
      expect(answer.status, JSON.stringify(name)).toBe(400);
    }
  });

  it('that an earlier release stored is shown as the number, and replaced by the next name', async () => {
    const where = { companyId: desk.company.id, connectionId: desk.connectionId };
    const value = '5511933100000';
    const identities = [{ kind: 'phone' as const, value }];
    const old = await makeContact(desk.company.table, { name: '\u3164\u3164', number: value, identities });
    const read = async () =>
      contactRoutes.get.response.parse((await ask(contacts, `GET /contacts/${old.id}`)).body).name;
    expect(await read()).toBe(value);
    await take(textEvent(where, value, 'oi', { chat: { isGroup: false, identities, name: 'Maria ½' } }));
    expect((await loadContact(desk.company.table, old.id))?.name).toBe('Maria ½');
    expect(await read()).toBe('Maria ½');
  });
});
