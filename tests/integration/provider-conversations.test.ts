import type { Channel } from '@prosa/functions/channels/channel.ts';
import { facebook } from '@prosa/functions/channels/facebook/facebook.ts';
import { whatsappApi } from '@prosa/functions/channels/whatsappapi/whatsapp-api.ts';
import { handler as messageRoutes } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { contactPictureKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { type ContactRow, findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { messageRoutes as routes } from '@prosa/shared/contracts/messages.ts';
import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import type { InboundEvent, InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { About } from '@prosa/shared/messaging/stored-content.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { PNG } from '../factories/files.ts';
import { revokeEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { makeContact, makeTicket, reload, reloadContact } from '../factories/tickets.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

type MessageEvent = InboundEventOf<'message'>;

let company: TestCompany;
let cloud: Where;
let messenger: Where;
let serial = 0;
const freshId = () => `id-${++serial}`;

beforeAll(async () => {
  company = await makeCompany();
  const queueIds = [await company.addQueue(), await company.addQueue()];
  const connection = async (channel: 'whatsappapi' | 'facebook') => ({
    companyId: company.id,
    connectionId: await company.addConnection({ channel, queueIds, greetingMessage: 'Escolha:' }),
  });
  [cloud, messenger] = [await connection('whatsappapi'), await connection('facebook')];
});

const phone = (value: string): Identity => ({ kind: 'phone', value });
const bsuid = (value: string): Identity => ({ kind: 'bsuid', value });
const contactOf = async (identity: Identity, of = company): Promise<ContactRow | undefined> =>
  (await findContactByIdentities(of.table, [identity])).contact;
const requireContact = async (identity: Identity): Promise<ContactRow> => {
  const contact = await contactOf(identity);
  if (contact === undefined) throw new Error('no such contact');
  return contact;
};

/** A text over the Cloud API. */
const fromPhone = (identities: Identity[], text: string, fields: Partial<MessageEvent> = {}): MessageEvent =>
  textEvent(cloud, '', text, { channel: 'whatsappapi', chat: { isGroup: false, identities }, ...fields });
/** A text over Messenger, whose messages contain no name. */
const fromPage = (psid: string, text: string, fields: Partial<MessageEvent> = {}): MessageEvent =>
  textEvent(messenger, '', text, {
    channel: 'facebook',
    chat: { isGroup: false, identities: [{ kind: 'psid', value: psid }] },
    ...fields,
  });
const storedOn = (psid: string): Promise<MessageRow[]> =>
  storedFrom(company.table, messenger.connectionId, psid, 'psid');
const onlyStored = async (psid: string): Promise<MessageRow> => {
  const [message, ...more] = await storedOn(psid);
  if (message === undefined || more.length > 0) throw new Error('not one message');
  return message;
};
/** Returns the requests for the name of a contact that wait for the channel's worker. */
const nameRequests = async (
  { id: contactId }: ContactRow,
  person: Identity,
  own: Where,
  channel: Channel,
) => {
  const request = { v: 1, ...own, type: 'fetch-profile', contactId, person } as const;
  const { queue, groupId = '' } = channel.call(request, contactId);
  const { pk } = keys.outbox({ queue, groupId, id: '' });
  const { rows } = await company.table.query(Outbox, { pk, limit: 100, consistent: true });
  const commands = rows.map(({ body }) => channelCommandSchema.parse(JSON.parse(body)));
  return commands.filter(({ type }) => type === 'fetch-profile');
};

const changed = (old: Identity[], identities: Identity[], where = cloud): InboundEvent => ({
  v: 1,
  ...where,
  channel: 'whatsappapi',
  receivedAt: Date.now(),
  type: 'new-identities',
  chat: { isGroup: false, identities: old },
  identities,
  sentAt: Date.now(),
});

describe('new identities of a person', () => {
  const people = () => {
    const [old, now] = [freshNumber(), freshNumber()];
    return {
      old: [bsuid(freshId()), phone(old)],
      now: [bsuid(freshId()), phone(now)],
      oldPhone: phone(old),
      newPhone: phone(now),
    };
  };

  it('R14: lead to the same contact and ticket, and the old phone to a new one', async () => {
    const { old, now, oldPhone, newPhone } = people();
    await take(fromPhone(old, 'antes'));
    const before = await requireContact(oldPhone);
    await take(changed(old, now), fromPhone(now, 'depois'), changed(old, now));
    const after = await requireContact(newPhone);
    expect(after).toMatchObject({ id: before.id, number: newPhone.value, identities: [...now, old[0]] });
    const messages = await storedFrom(company.table, cloud.connectionId, newPhone.value);
    expect(messages.map(({ body }) => body)).toEqual(['antes', 'depois']);
    const [first, second] = messages.map(({ ticketId }) => ticketId);
    expect(first).toBe(second);
    expect((await reload(company.table, first ?? 0)).contact).toMatchObject({ number: newPhone.value });

    await take(fromPhone([oldPhone], 'sou outra pessoa'));
    const stranger = await requireContact(oldPhone);
    expect(stranger.id).not.toBe(before.id);
    await take(changed(old, now));
    expect(await requireContact(oldPhone)).toMatchObject({ id: stranger.id });
    expect(await requireContact(newPhone)).toEqual(after);
  });

  it('R14: a message that came from them before leaves two contacts, which are never merged', async () => {
    const { old, now, oldPhone, newPhone } = people();
    await take(fromPhone(old, 'antes'), fromPhone(now, 'depois'));
    const [first, second] = [await requireContact(oldPhone), await requireContact(newPhone)];
    await take(changed(old, now));
    expect(await reloadContact(company.table, first.id)).toEqual(first);
    expect(await reloadContact(company.table, second.id)).toEqual(second);
  });

  it('R07: change no contact of another company, and make none for an unknown person', async () => {
    const { old, now, oldPhone, newPhone } = people();
    const stranger = await makeCompany();
    const theirs = await makeContact(stranger.table, { number: oldPhone.value, identities: old });
    await take(changed(old, now));
    expect(await contactOf(oldPhone, stranger)).toEqual(theirs);
    expect(await contactOf(newPhone)).toBeUndefined();
    expect(await contactOf(newPhone, stranger)).toBeUndefined();
  });
});

describe('the name of a contact whose messages contain none', () => {
  const profile = (contact: ContactRow, name: string, value: string): InboundEventOf<'profile'> => ({
    v: 1,
    ...messenger,
    channel: 'facebook',
    receivedAt: Date.now(),
    type: 'profile',
    contactId: contact.id,
    person: { kind: 'psid', value },
    name,
  });

  it('is requested once, with the first message of the ticket', async () => {
    const psid = freshId();
    const first = fromPage(psid, 'oi');
    await take(first, fromPage(psid, 'tudo bem?'), first);
    const person: Identity = { kind: 'psid', value: psid };
    const contact = await requireContact(person);
    expect(await nameRequests(contact, person, messenger, facebook)).toEqual([
      {
        v: 1,
        ...messenger,
        type: 'fetch-profile',
        contactId: contact.id,
        person,
        pictureKey: contactPictureKey(company.id, contact.id),
      },
    ]);
  });

  it('is not requested for a contact with a name and a picture of this week, or over a channel whose messages contain it', async () => {
    const person: Identity = { kind: 'psid', value: freshId() };
    const named = await makeContact(company.table, {
      name: 'Bia',
      number: '',
      channel: 'facebook',
      identities: [person],
      pictureAt: new Date().toISOString(),
    });
    await take(fromPage(person.value, 'oi'));
    expect(await nameRequests(named, person, messenger, facebook)).toEqual([]);
    const number = phone(freshNumber());
    await take(fromPhone([number], 'oi'));
    const unnamed = await requireContact(number);
    expect(unnamed.name).toBe(unnamed.number);
    expect(await nameRequests(unnamed, number, cloud, whatsappApi)).toEqual([]);
  });

  it('names the contact and its ticket, and never replaces a name', async () => {
    const psid = freshId();
    await take(fromPage(psid, 'oi'));
    const contact = await requireContact({ kind: 'psid', value: psid });
    expect(contact.name).toBe(psid);
    await take(profile(contact, '', psid), profile(contact, 'Ana', freshId()));
    expect(await reloadContact(company.table, contact.id)).toEqual(contact);
    await take(profile(contact, 'Ana', psid), profile(contact, 'Ana', psid), profile(contact, 'Bia', psid));
    expect(await reloadContact(company.table, contact.id)).toMatchObject({
      name: 'Ana',
      version: contact.version + 1,
    });
    const { ticketId } = await onlyStored(psid);
    expect((await reload(company.table, ticketId)).contact.name).toBe('Ana');
  });

  it('its picture is shown on the contact and its ticket, and deleted when the person removes it', async () => {
    const psid = freshId();
    await take(fromPage(psid, 'oi'));
    const contact = await requireContact({ kind: 'psid', value: psid });
    const pictureKey = contactPictureKey(company.id, contact.id);
    await putObject(pictureKey, PNG, 'image/png');
    await take({ ...profile(contact, '', psid), pictureKey });
    const { ticketId } = await onlyStored(psid);
    expect((await reload(company.table, ticketId)).contact.urlPicture).toBe(pictureKey);
    const shown = await call(tickets, { to: `GET /tickets/${ticketId}`, token: company.admin.token });
    const link = expect.stringContaining(`/media/${pictureKey}?e=`);
    expect(shown.body).toMatchObject({ contact: { urlPicture: link, profilePicUrl: link } });
    await take({ ...profile(contact, '', psid), pictureKey: null, receivedAt: Date.now() + 1 });
    expect((await reload(company.table, ticketId)).contact.urlPicture).toBe('');
    expect(await headObject(pictureKey)).toBeUndefined();
  });

  it('a picture that changed replaces the previous file, and one that came too late is deleted', async () => {
    const psid = freshId();
    await take(fromPage(psid, 'oi'));
    const contact = await requireContact({ kind: 'psid', value: psid });
    const start = contactPictureKey(company.id, contact.id);
    const [first, second, late] = [`${start}-a`, `${start}-b`, `${start}-c`];
    for (const key of [first, second, late]) await putObject(key, PNG, 'image/png');
    const receivedAt = Date.now();
    const told = { ...profile(contact, '', psid), receivedAt };
    await take({ ...told, pictureKey: first }, { ...told, receivedAt: receivedAt + 1, pictureKey: second });
    const after = { urlPicture: second, pictureAt: new Date(receivedAt + 1).toISOString() };
    expect(await reloadContact(company.table, contact.id)).toMatchObject(after);
    expect(await headObject(first)).toBeUndefined();
    await take({ ...told, pictureKey: late }, { ...told, receivedAt: receivedAt + 1, pictureKey: second });
    expect(await reloadContact(company.table, contact.id)).toMatchObject(after);
    expect(await headObject(late)).toBeUndefined();
    expect(await headObject(second)).toBeDefined();
  });

  it('a picture that arrives after its contact was removed is deleted', async () => {
    const psid = freshId();
    await take(fromPage(psid, 'oi'));
    const contact = await requireContact({ kind: 'psid', value: psid });
    const gone = { ...contact, id: 999_999 };
    const pictureKey = contactPictureKey(company.id, gone.id);
    await putObject(pictureKey, PNG, 'image/png');
    await take({ ...profile(gone, '', psid), pictureKey });
    expect(await headObject(pictureKey)).toBeUndefined();
  });
});

describe('a message while another program answers the conversation', () => {
  it('is shown on a ticket that nothing answers', async () => {
    const [heard, standby] = [freshId(), freshId()];
    await take(fromPage(heard, 'oi'), fromPage(standby, 'oi', { isStandby: true }));
    const ticketOf = async (psid: string) => reload(company.table, (await onlyStored(psid)).ticketId);
    expect(await ticketOf(heard)).toMatchObject({ automation: { kind: 'menu' }, unanswered: {} });
    expect(await ticketOf(standby)).toMatchObject({
      status: 'pending',
      automation: { kind: 'none' },
      unanswered: null,
      unreadMessages: 1,
      lastMessage: 'oi',
    });
  });

  it('does not answer the menu of the ticket that it continues', async () => {
    const psid = freshId();
    await take(fromPage(psid, 'oi'));
    const { ticketId } = await onlyStored(psid);
    const asked = await reload(company.table, ticketId);
    await take(fromPage(psid, '1', { isStandby: true }));
    expect(await reload(company.table, ticketId)).toMatchObject({
      automation: asked.automation,
      unanswered: asked.unanswered,
      unreadMessages: 2,
    });
  });

  it('takes no rating', async () => {
    const psid = freshId();
    const contact = await makeContact(company.table, {
      number: '',
      channel: 'facebook',
      identities: [{ kind: 'psid', value: psid }],
    });
    const rating = { kind: 'rating', prompts: 1, promptedAt: null, promptMessageId: null } as const;
    const ticket = await makeTicket(
      company.table,
      { contact, connectionId: messenger.connectionId },
      { status: 'nps', channel: 'facebook', automation: rating },
    );
    await take(fromPage(psid, '5', { isStandby: true }));
    expect(await reload(company.table, ticket.id)).toMatchObject({
      status: 'nps',
      unanswered: null,
      userRating: null,
    });
  });
});

describe('a deletion of a message with several files', () => {
  const parts = (psid: string, id: string): MessageEvent[] =>
    ['', '#1', '#2'].map((part) => fromPage(psid, `foto${part}`, { providerMessageId: `${id}${part}` }));
  const deletion = (id: string, fromMe = false): InboundEvent => ({
    ...revokeEvent(messenger, id, fromMe),
    channel: 'facebook',
  });
  const shown = async (psid: string) =>
    (await storedOn(psid)).filter(({ isDeleted }) => !isDeleted).map(({ body }) => body);

  it('R04: deletes every part, whether it arrives before or after them', async () => {
    for (const order of ['after', 'between', 'before'] as const) {
      const [psid, id] = [freshId(), freshId()];
      const [first, ...further] = parts(psid, id);
      if (first === undefined) throw new Error('no part');
      const gone = deletion(id);
      const other = fromPage(psid, 'outra', { providerMessageId: `${id}-other` });
      const events = {
        after: [first, ...further, gone],
        between: [first, gone, ...further],
        before: [gone, first, ...further],
      };
      await take(...events[order], other, gone, first, ...further);
      expect(await shown(psid), order).toEqual(['outra']);
      expect(await storedOn(psid), order).toHaveLength(4);
    }
  });

  it('by the other side deletes no part', async () => {
    const [psid, id] = [freshId(), freshId()];
    await take(deletion(id, true), ...parts(psid, id), deletion(id, true));
    expect(await shown(psid)).toHaveLength(3);
  });
});

describe('what a message refers to', () => {
  const about: About = { kind: 'story', of: 'reply', link: 'https://cdn.example/story' };
  const read = async ({ ticketId }: MessageRow) => {
    const answer = await call(messageRoutes, { to: `GET /messages/${ticketId}`, token: company.admin.token });
    return routes.list.response.parse(answer.body).messages;
  };

  it('is shown with the message', async () => {
    const psid = freshId();
    await take(fromPage(psid, 'que lindo', { about }));
    const message = await onlyStored(psid);
    expect(message).toMatchObject({ body: 'que lindo', mediaType: 'extendedTextMessage' });
    expect(await read(message)).toMatchObject([{ body: 'que lindo', dataJson: { about } }]);
  });

  it('is shown beside the text of an unsupported message, whose JSON is stored and not shown', async () => {
    const psid = freshId();
    const content = {
      kind: 'unsupported',
      providerType: 'poll',
      caption: 'Vote',
      raw: '{"poll":1}',
    } as const;
    await take(fromPage(psid, '', { content, about }));
    const message = await onlyStored(psid);
    expect(message.dataJson).toEqual({ providerType: 'poll', raw: '{"poll":1}', about });
    const [view] = await read(message);
    expect(view).toMatchObject({ body: 'Vote', mediaType: 'unsupported' });
    expect(view?.dataJson).toEqual({ providerType: 'poll', about });
  });
});
