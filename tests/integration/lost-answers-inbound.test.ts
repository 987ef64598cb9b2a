import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { NumberCheck } from '@prosa/functions/platform/table/entities/connections.ts';
import { ContactListCheck } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { findContactByIdentities, loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { ensureTag } from '@prosa/functions/repositories/organisation/tags.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type InboundEvent, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { describe, expect, it } from 'vitest';
import {
  editEvent,
  failedIndexes,
  receiptEvent,
  revokeEvent,
  sqsEvent,
  textEvent,
} from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { inbound } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { useEdge } from './support/edge.ts';
import type { Scene } from './support/scene.ts';
import { useTable } from './support/table.ts';
import { type Cases, each, type Operation, useTwins } from './support/twins.ts';

useTable();
useBucket();
useEdge();
const twins = useTwins();

const taken = async (...bodies: readonly string[]): Promise<void> => {
  expect(failedIndexes(await inbound(sqsEvent(bodies)))).toEqual([]);
};

describe('R17: events of the inbound queue', () => {
  const of =
    (...events: ((scene: Scene) => InboundEvent | object)[]): Operation =>
    async (scene) =>
    () =>
      taken(...events.map((event) => JSON.stringify(event(scene))));
  const text = (scene: Scene, from: string, words: string, fields: Parameters<typeof textEvent>[3] = {}) =>
    textEvent(scene.where, from, words, { providerMessageId: `M-new-${words}`, ...fields });
  const base = ({ where }: Scene) => ({ v: 1, ...where, channel: 'whatsapp', receivedAt: 1_763_000_000_000 });
  const group = {
    isGroup: true,
    identities: [{ kind: 'group' as const, value: '120363000000000001' }],
    name: 'Bairro',
  };
  const image = { mimeType: 'image/png', source: '{}', voice: false };
  /** A received picture whose file has not arrived yet. */
  const withImage: Operation = async (scene) => {
    const event = text(scene, scene.attended.number, 'foto', { content: { kind: 'image', media: image } });
    await taken(JSON.stringify(event));
    return () => Promise.resolve();
  };

  const phone = (value: string) => ({ kind: 'phone' as const, value });
  /** Marks Ana's message as accepted by the provider. */
  const accept = async ({ company: { table }, sent }: Scene): Promise<void> => {
    const message = await loadMessage(table, sent.id);
    if (message === undefined) throw new Error('the message is gone');
    const accepted = { ...message, sendState: 'sent', ack: 1, outcomeDueAt: null } as const;
    await commit([table.put(Message, accepted, message.version)]);
  };

  const pictureChange = (scene: Scene) => ({
    ...base(scene),
    type: 'picture-change',
    chat: { isGroup: false, identities: [phone(scene.attended.number)] },
  });

  const cases: Cases = {
    message: {
      'of a stranger': of((scene) => text(scene, '5521980000099', 'primeira')),
      'on an attended ticket': of((scene) => text(scene, scene.attended.number, 'mais uma')),
      'on a ticket in a column that leads back': async (scene) => {
        const { table, id: companyId } = scene.company;
        const lane = { companyId, color: '#112233', kanban: true, userId: null };
        const nowMs = systemClock.now();
        const back = await ensureTag(table, { ...lane, name: 'Contato' }, nowMs);
        const rules = { rollbackLaneId: back.id };
        const silent = await ensureTag(table, { ...lane, ...rules, name: 'Sem resposta' }, nowMs);
        const ticket = await reload(table, scene.attended.ticketId);
        await commit([table.put(Ticket, { ...ticket, laneId: silent.id }, ticket.version)]);
        forgetDirectory(companyId);
        return () => taken(JSON.stringify(text(scene, scene.attended.number, 'estou aqui')));
      },
      'on a closed ticket': of((scene) => text(scene, scene.closed.number, 'voltei')),
      'of ours, from the phone': of((scene) =>
        text(scene, scene.attended.number, 'do celular', { fromMe: true }),
      ),
      'of ours, as the echo of its send': of((scene) =>
        text(scene, scene.attended.number, 'eco', {
          channel: 'whatsappapi',
          fromMe: true,
          sentAs: { messageId: scene.sent.id, attempt: 1 },
        }),
      ),
      'in a group, of a stranger': of((scene) =>
        text(scene, '', 'bom dia', {
          chat: {
            ...group,
            participant: { identities: [{ kind: 'phone', value: '5521980000098' }], name: 'Rui' },
          },
        }),
      ),
      'whose file is to be fetched': of((scene) =>
        text(scene, scene.attended.number, 'foto', { content: { kind: 'image', media: image } }),
      ),
      'after its edit': of(
        (scene) => editEvent(scene.where, 'M-new-atrasada', 'editada', 1_763_000_000_000),
        (scene) => text(scene, scene.attended.number, 'atrasada'),
      ),
      'of one who changed his name': of((scene) => ({
        ...text(scene, scene.attended.number, 'sou eu'),
        chat: {
          isGroup: false,
          identities: [{ kind: 'phone', value: scene.attended.number }],
          name: 'Outro Nome',
        },
      })),
    },
    receipt: {
      'of a message of ours': of((scene) => receiptEvent(scene.where, scene.sent.providerMessageId, 3)),
      'before its message': of((scene) => receiptEvent(scene.where, 'M-not-yet', 3)),
    },
    reaction: of((scene) => ({
      ...base(scene),
      type: 'reaction',
      providerMessageId: 'R-1',
      targetProviderMessageId: scene.sent.providerMessageId,
      emoji: '👍',
      fromMe: false,
      chat: { isGroup: false, identities: [{ kind: 'phone', value: scene.attended.number }] },
      sentAt: 1_763_000_000_000,
    })),
    'poll-vote': async (scene) => {
      const poll = { question: 'Qual?', options: ['A', 'B'], multiple: false };
      const event = text(scene, scene.attended.number, 'enquete', { content: { kind: 'poll', poll } });
      await taken(JSON.stringify(event));
      const { providerMessageId: targetProviderMessageId, chat, sentAt } = event;
      const vote = {
        type: 'poll-vote',
        targetProviderMessageId,
        options: ['B'],
        fromMe: false,
        chat,
        sentAt,
      };
      return () => taken(JSON.stringify({ ...base(scene), ...vote }));
    },
    pin: of((scene) => ({
      ...base(scene),
      type: 'pin',
      targetProviderMessageId: scene.sent.providerMessageId,
      until: 1_763_000_086_400,
      chat: { isGroup: false, identities: [phone(scene.attended.number)] },
      sentAt: 1_763_000_000_000,
    })),
    edit: of((scene) =>
      editEvent(scene.where, scene.waiting.wrote[1] ?? '', 'oi, corrigido', systemClock.now()),
    ),
    revoke: of((scene) => revokeEvent(scene.where, scene.waiting.wrote[1] ?? '')),
    media: async (scene) => {
      await withImage(scene);
      const { rows } = await scene.company.table.query(Message, {
        pk: `M#${scene.attended.contactId}#${scene.where.connectionId}`,
        limit: 100,
        consistent: true,
      });
      const messageId = rows.find(({ media }) => media?.state === 'fetching')?.id;
      const result = { state: 'failed', reason: 'ERR_MEDIA_MISSING' };
      return () => taken(JSON.stringify({ ...base(scene), type: 'media', messageId, result }));
    },
    'send-failure': async (scene) => {
      await accept(scene);
      const { providerMessageId } = scene.sent;
      const event = { ...base(scene), type: 'send-failure', providerMessageId, reason: 'unreachable' };
      return () => taken(JSON.stringify(event));
    },
    'receipt-until': async (scene) => {
      await accept(scene);
      const chat = { isGroup: false, identities: [phone(scene.attended.number)] };
      const until = systemClock.now() + 1000;
      return () => taken(JSON.stringify({ ...base(scene), type: 'receipt-until', chat, until, ack: 3 }));
    },
    'chat-read': of((scene) => ({
      ...base(scene),
      type: 'chat-read',
      chat: { isGroup: false, identities: [phone(scene.waiting.number)] },
      until: systemClock.now(),
    })),
    'new-identities': of((scene) => ({
      ...base(scene),
      type: 'new-identities',
      chat: { isGroup: false, identities: [phone(scene.attended.number)] },
      identities: [phone('5521977776666')],
      sentAt: 1_763_000_000_000,
    })),
    profile: async (scene) => {
      const person = phone('5521980000096');
      await taken(
        JSON.stringify(
          text(scene, person.value, 'sem nome', { chat: { isGroup: false, identities: [person] } }),
        ),
      );
      const { contact } = await findContactByIdentities(scene.company.table, [person]);
      const event = { ...base(scene), type: 'profile', contactId: contact?.id, person, name: 'Rui Alves' };
      return () => taken(JSON.stringify(event));
    },
    'picture-change': {
      'to another picture': of((scene) => ({ ...pictureChange(scene), isRemoved: false })),
      'to none': async (scene) => {
        const { table } = scene.company;
        const contact = await loadContact(table, scene.attended.contactId);
        if (contact === undefined) throw new Error('the contact is gone');
        const pictured = { ...contact, urlPicture: `t/${scene.company.id}/contact-picture` };
        await commit([table.put(Contact, pictured, contact.version)]);
        return () => taken(JSON.stringify({ ...pictureChange(scene), isRemoved: true }));
      },
    },
    'address-book-name': async (scene) => {
      const { table } = scene.company;
      const contact = await loadContact(table, scene.attended.contactId);
      if (contact === undefined) throw new Error('the contact is gone');
      await commit([table.put(Contact, { ...contact, nameFrom: 'provider' }, contact.version)]);
      const chat = { isGroup: false, identities: [phone(scene.attended.number)] };
      const event = { ...base(scene), type: 'address-book-name', chat, sentAt: 1_763_000_000_000 };
      return () => taken(JSON.stringify({ ...event, name: 'Rui Alves' }));
    },
    'marketing-preference': of((scene) => ({
      ...base(scene),
      type: 'marketing-preference',
      chat: { isGroup: false, identities: [phone(scene.attended.number)] },
      isWanted: false,
      sentAt: 1_763_000_000_000,
    })),
    'send-result': async (scene) => {
      const { table } = scene.company;
      const message = await loadMessage(table, scene.sent.id);
      if (message === undefined) throw new Error('the message is gone');
      await commit([table.put(Message, { ...message, sendState: 'sending', ack: 0 }, message.version)]);
      const { providerMessageId } = scene.sent;
      const result = { state: 'sent', providerMessageId };
      const event = { ...base(scene), type: 'send-result', messageId: message.id, attempt: 1, result };
      return () => taken(JSON.stringify(event));
    },
    'number-check': async (scene) => {
      const { companyId, connectionId } = base(scene);
      const asked = { companyId, connectionId, number: '5511988886666' };
      const question = { ...asked, askedAt: '2026-11-21T10:00:00.000Z', result: null };
      await commit([scene.company.table.put(NumberCheck, question, 'absent')]);
      const { number } = asked;
      const event = { ...base(scene), type: 'number-check', number, result: { state: 'absent' } };
      return () => taken(JSON.stringify(event));
    },
    'numbers-checked': async (scene) => {
      const { companyId } = base(scene);
      const { contactList: contactListId, contactListItem: id } = scene.ids;
      const number = '5521980000077';
      const batch = { token: 'the-batch', items: [{ id, number }], until: '2099-01-01T00:00:00.000Z' };
      const check = { companyId, contactListId, batch, nextAt: '2026-11-21T10:00:00.000Z' };
      await commit([scene.company.table.put(ContactListCheck, check, 'absent')]);
      const result = { state: 'answered', numbers: [{ number, result: { state: 'absent' } }] };
      const { token } = batch;
      const event = { ...base(scene), type: 'numbers-checked', contactListId, token, result };
      return () => taken(JSON.stringify(event));
    },
    'change-result': async (scene) => {
      const { table } = scene.company;
      const message = await loadMessage(table, scene.sent.id);
      if (message === undefined) throw new Error('the message is gone');
      const change = {
        type: 'edit',
        providerMessageId: '3EB0ED17',
        attempt: 1,
        state: 'asked',
        error: '',
      } as const;
      await commit([table.put(Message, { ...message, change }, message.version)]);
      const result = { state: 'failed', reason: 'not-connected' };
      const event = { ...base(scene), type: 'change-result', messageId: message.id, attempt: 1, result };
      return () => taken(JSON.stringify(event));
    },
    answer: async (scene) => {
      const { table } = scene.company;
      const { ticketId } = scene.waiting;
      const ticket = await loadTicket(table, ticketId);
      if (ticket === undefined) throw new Error('the ticket is gone');
      const awaits = { token: 'T-1', until: '2026-11-21T10:00:00.000Z' };
      const automation = { kind: 'integration', awaits, session: null } as const;
      await commit([table.put(Ticket, { ...ticket, automation }, ticket.version)]);
      const event = {
        ...base(scene),
        type: 'answer',
        ticketId,
        token: 'T-1',
        part: 0,
        says: [{ text: 'Saiu hoje.' }],
      };
      return () => taken(JSON.stringify({ ...event, next: { goesTo: 'automation' } }));
    },
    session: of((scene) => ({
      ...base(scene),
      type: 'session',
      epoch: 2,
      status: 'qrcode',
      qrcode: 'abc',
      retries: 1,
    })),
  };

  it('every type of event has a case', () => {
    const types = inboundEventSchema.options.map(({ shape }) => shape.type.value);
    expect(Object.keys(cases).toSorted()).toEqual(types.toSorted());
  });
  it.each(each(cases))('R17: $name', async ({ operation }) => {
    expect(await twins.expectSame(operation)).toBeGreaterThan(0);
  });
});
