import { ticketSchema } from '@prosa/shared/entities/ticket.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { richContentSchema } from '@prosa/shared/messaging/rich-content.ts';
import { type About, aboutOf, contentDataOf } from '@prosa/shared/messaging/stored-content.ts';
import { describe, expect, it } from 'vitest';
import { contactAfterMessage, isUpToDate } from './contact-after-message.ts';
import { decideInboundMessage, type InboundState } from './decide-message.ts';
import { messageContentOf } from './message-fields.ts';
import { refinedSentAt } from './sent-at.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const event = (fields: Partial<InboundEventOf<'message'>> = {}): InboundEventOf<'message'> => ({
  v: 1,
  type: 'message',
  companyId: 1,
  connectionId: 1,
  channel: 'whatsapp',
  receivedAt: NOW,
  providerMessageId: 'x',
  sentAt: NOW,
  fromMe: false,
  isForwarded: false,
  chat: { isGroup: false, identities: [{ kind: 'phone', value: '5511987654321' }] },
  content: { kind: 'text', text: 'obrigado' },
  ...fields,
});
const group = { isGroup: true, identities: [{ kind: 'group' as const, value: '120363' }] };

const ticket = (fields: object) =>
  ticketSchema.parse({
    companyId: 1,
    id: 7,
    uuid: '00000007-1111-8111-8111-111111111111',
    status: 'closed',
    channel: 'whatsapp',
    contactId: 1,
    contact: { id: 1, name: 'A', number: '5511987654321' },
    connectionId: 1,
    activityAt: minutesAgo(30),
    closedAt: minutesAgo(30),
    ...fields,
  });

const person = { active: true, isGroup: false, disableBot: false, lgpdAcceptedAt: null };

const state = (fields: Partial<InboundState> = {}): InboundState => ({
  connection: {
    allowGroup: true,
    groupAsTicket: false,
    timeCreateNewTicket: 0,
    lgpdMessage: '',
    queueIds: [1, 2],
  },
  settings: { DirectTicketsToWallets: false, enableLGPD: false, lgpdMessage: '', lgpdConsent: false },
  users: new Map([
    [3, { active: false, queueIds: [1] }],
    [4, { active: true, queueIds: [] }],
    [5, { active: true, queueIds: [7, 2] }],
  ]),
  downloadLimitMb: 15,
  contact: person,
  activeTicket: undefined,
  lastTicket: undefined,
  ...fields,
});
const ticketOf = (decision: ReturnType<typeof decideInboundMessage>) =>
  decision.kind === 'store' ? decision.ticket : decision;

describe('decideInboundMessage', () => {
  it('continues the active ticket in every status', () => {
    for (const status of ['pending', 'open', 'nps', 'lgpd', 'group']) {
      expect(ticketOf(decideInboundMessage(event(), state({ activeTicket: ticket({ status }) })))).toEqual({
        action: 'continue',
      });
    }
  });

  it('starts no automation and asks for no consent while another program answers the conversation', () => {
    const settings = {
      DirectTicketsToWallets: false,
      enableLGPD: true,
      lgpdMessage: 'Aceita?',
      lgpdConsent: true,
    };
    expect(ticketOf(decideInboundMessage(event({ isStandby: true }), state({ settings })))).toMatchObject({
      action: 'create',
      status: 'pending',
      automation: { kind: 'none' },
    });
    expect(ticketOf(decideInboundMessage(event(), state({ settings })))).toMatchObject({
      status: 'lgpd',
      automation: { kind: 'consent' },
    });
  });

  it("stores what a message refers to beside its content's own data", () => {
    const about: About = { kind: 'story', of: 'reply', link: 'https://cdn.example/story' };
    const dataOf = (fields: Partial<InboundEventOf<'message'>>) => {
      const decision = decideInboundMessage(event({ ...fields, about }), state());
      return decision.kind === 'store' ? decision.message.dataJson : undefined;
    };
    const place = { kind: 'location' as const, location: { latitude: 1, longitude: 2 } };
    expect(dataOf({})).toEqual({ about });
    const data = dataOf({ content: place }) ?? null;
    expect(data).toMatchObject({ kind: 'location', latitude: 1, about });
    expect(aboutOf(data)).toEqual(about);
    expect(richContentSchema.safeParse(contentDataOf(data)).success).toBe(true);
    expect(contentDataOf({ about })).toBeNull();
  });

  it('creates a new ticket instead of reopening when timeCreateNewTicket is 0', () => {
    const lastTicket = ticket({});
    const oi = event({ content: { kind: 'text', text: 'oi' } });
    expect(ticketOf(decideInboundMessage(oi, state({ lastTicket })))).toMatchObject({
      action: 'create',
      status: 'pending',
    });
  });

  it('reopens a closed ticket within timeCreateNewTicket minutes, and creates a new ticket after', () => {
    const connection = { ...state().connection, timeCreateNewTicket: 60 };
    const decide = (lastTicket: ReturnType<typeof ticket>) =>
      ticketOf(
        decideInboundMessage(
          event({ content: { kind: 'text', text: 'oi' } }),
          state({ connection, lastTicket }),
        ),
      );
    expect(decide(ticket({}))).toEqual({ action: 'reopen' });
    expect(decide(ticket({ activityAt: minutesAgo(61) }))).toMatchObject({ action: 'create' });
  });

  it.each([0, 60, 9999])(
    'keeps a closed ticket closed after thanks, with timeCreateNewTicket %i',
    (timeCreateNewTicket) => {
      const connection = { ...state().connection, timeCreateNewTicket };
      const decide = (content: InboundEventOf<'message'>['content'], minutes = 2) => {
        const at = minutesAgo(minutes);
        const lastTicket = ticket({ activityAt: at, closedAt: at });
        const decided = ticketOf(decideInboundMessage(event({ content }), state({ connection, lastTicket })));
        return 'action' in decided ? decided.action : decided.reason;
      };
      const next = timeCreateNewTicket === 0 ? 'create' : 'reopen';
      expect(decide({ kind: 'text', text: 'muito obrigado!' })).toBe('stay');
      expect(decide({ kind: 'text', text: '👍' }, 600)).toBe('stay');
      expect(
        decide({ kind: 'sticker', media: { mimeType: 'image/webp', size: 9, voice: false, source: 's' } }),
      ).toBe('stay');
      expect(decide({ kind: 'text', text: 'ah, esqueci de uma coisa' })).toBe(next);
      expect(decide({ kind: 'text', text: 'obrigado' }, 25 * 60)).not.toBe('stay');
    },
  );

  it('gives a new ticket the only queue, and its wallet’s attendant if the company enables it', () => {
    const connection = { ...state().connection, queueIds: [9] };
    expect(ticketOf(decideInboundMessage(event(), state({ connection })))).toMatchObject({
      queueId: 9,
      userId: null,
    });
    const wallets = { contact: { ...person, walletUserIds: [3, 4, 5] } };
    expect(ticketOf(decideInboundMessage(event(), state(wallets)))).toMatchObject({
      queueId: null,
      userId: null,
    });
    const settings = { ...state().settings, DirectTicketsToWallets: true };
    expect(ticketOf(decideInboundMessage(event(), state({ ...wallets, settings })))).toMatchObject({
      userId: 5,
      queueId: 2,
      status: 'pending',
      automation: { kind: 'none' },
    });
  });

  it('asks for consent on a new ticket if it was never given, or every time if configured', () => {
    const settings = { ...state().settings, enableLGPD: true, lgpdMessage: 'Seus dados' };
    const agreed = { ...person, lgpdAcceptedAt: minutesAgo(99) };
    const statusOf = (fields: Partial<InboundState>, asked: Parameters<typeof event>[0] = {}) =>
      ticketOf(decideInboundMessage(event(asked), state({ settings, ...fields })));
    expect(statusOf({})).toMatchObject({ status: 'lgpd' });
    expect(statusOf({ contact: agreed })).toMatchObject({ status: 'pending' });
    expect(statusOf({ contact: agreed, settings: { ...settings, lgpdConsent: true } })).toMatchObject({
      status: 'lgpd',
    });
    expect(statusOf({ settings: { ...settings, lgpdMessage: ' ' } })).toMatchObject({ status: 'pending' });
    expect(statusOf({}, { fromMe: true })).toMatchObject({ status: 'pending' });
    expect(statusOf({}, { chat: group })).toMatchObject({ status: 'group' });
  });

  it('stores group messages as groups, as tickets, or not at all, as configured', () => {
    const decide = (connection: Partial<InboundState['connection']>) =>
      decideInboundMessage(
        event({ chat: group }),
        state({ connection: { ...state().connection, ...connection } }),
      );
    expect(ticketOf(decide({}))).toMatchObject({ action: 'create', status: 'group', queueId: null });
    expect(ticketOf(decide({ groupAsTicket: true }))).toMatchObject({ status: 'pending' });
    expect(decide({ allowGroup: false })).toEqual({ kind: 'drop', reason: 'group-not-allowed' });
  });

  it('drops messages from blocked contacts, but not messages to them', () => {
    const contact = { ...person, active: false };
    expect(decideInboundMessage(event(), state({ contact }))).toEqual({
      kind: 'drop',
      reason: 'contact-blocked',
    });
    expect(decideInboundMessage(event({ fromMe: true }), state({ contact })).kind).toBe('store');
  });

  it('downloads media only within the size limit', () => {
    const image = (size: number) =>
      event({
        content: { kind: 'image', media: { mimeType: 'image/jpeg', size, voice: false, source: 's' } },
      });
    const small = decideInboundMessage(image(1024), state());
    expect(small).toMatchObject({
      message: { media: { state: 'fetching' } },
      file: { source: 's' },
    });
    const large = decideInboundMessage(image(16 * 1024 * 1024), state());
    expect(large).toMatchObject({
      message: { media: { state: 'failed', reason: 'ERR_FILESIZE_OVER_LIMIT' } },
      file: undefined,
    });
  });
});

describe('messageContentOf', () => {
  it('keeps the text beside a part that cannot be shown, and the JSON of that part', () => {
    const content = { kind: 'unsupported', providerType: 'poll', caption: 'Vote', raw: '{"a":1}' } as const;
    expect(messageContentOf(content, 0)).toEqual({
      body: 'Vote',
      mediaType: 'unsupported',
      media: null,
      dataJson: { providerType: 'poll', raw: '{"a":1}' },
    });
  });

  it('stores locations and contact cards as data with a readable text', () => {
    const location = { latitude: -23.5, longitude: -46.6, name: 'Sé', address: 'Centro' };
    expect(messageContentOf({ kind: 'location', location }, 0)).toMatchObject({
      body: 'Sé\nCentro\nhttps://www.google.com/maps?q=-23.5,-46.6',
      dataJson: { kind: 'location', ...location },
    });
    const photo = `BEGIN:VCARD\nPHOTO;BASE64:${'A'.repeat(10)}\n ${'B'.repeat(10)}\nFN:Zé\nEND:VCARD`;
    expect(messageContentOf({ kind: 'contacts', contacts: [{ name: 'Zé', vcard: photo }] }, 0)).toMatchObject(
      {
        body: 'BEGIN:VCARD\nFN:Zé\nEND:VCARD',
        dataJson: { name: 'Zé' },
      },
    );
  });

  it('sets an event’s missing end to two hours after its start, and sets none without a start', () => {
    const event = { name: 'Festa', description: '', place: 'Praça', link: '', isCancelled: false };
    const endsAt = (times: { startsAt: number | null; endsAt: number | null }) =>
      messageContentOf({ kind: 'event', event: { ...event, ...times } }, 64).dataJson?.endsAt;
    expect(endsAt({ startsAt: 1_790_000_000_000, endsAt: null })).toBe(1_790_007_200_000);
    expect(endsAt({ startsAt: 1_790_000_000_000, endsAt: 1_790_000_060_000 })).toBe(1_790_000_060_000);
    expect(endsAt({ startsAt: null, endsAt: null })).toBeNull();
  });

  it('shortens a hundred large cards to fit into a row', () => {
    const contacts = Array.from({ length: 100 }, (_, n) => ({ name: `c${n}`, vcard: 'x'.repeat(20_000) }));
    const { dataJson } = messageContentOf({ kind: 'contacts', contacts }, 0);
    expect(JSON.stringify(dataJson).length).toBeLessThan(120_000);
  });
});

describe('refinedSentAt', () => {
  it.each([
    ['a whole second of a live message is its arrival', 5000, 5400, 5400],
    ['a whole second of a late message is that second’s end', 5000, 90_000, 5999],
    ['milliseconds stay', 5123, 90_000, 5123],
    ['a clock ahead by little stays', 6000, 5400, 6000],
    ['a clock far ahead is not believed', 500_000, 5400, 5400],
  ])('%s', (_name, sentAt, receivedAt, expected) => {
    expect(refinedSentAt({ sentAt, receivedAt })).toBe(expected);
  });
});

describe('contactAfterMessage', () => {
  const phone = { kind: 'phone' as const, value: '5511987654321' };
  const lid = { kind: 'lid' as const, value: '998877' };
  const contact = {
    companyId: 1,
    id: 1,
    name: '998877',
    nameFrom: 'provider' as const,
    phoneNameAt: null,
    phoneNameArrival: null,
    number: '',
    email: '',
    urlPicture: '',
    pictureAt: null,
    channel: 'whatsapp' as const,
    identities: [lid],
    active: true,
    acceptAudioMessage: true,
    disableBot: false,
    lgpdAcceptedAt: null,
    marketingStoppedAt: null,
    marketingToldAt: null,
    marketingArrival: null,
    isGroup: false,
    extraInfo: [],
    tags: [],
    walletUserIds: [],
    importId: '',
    mergedInto: null,
    mergedIds: [],
    connectionId: 1,
  };

  it('takes over a number and a name, but not an identity of another contact', () => {
    const seen = { identities: [lid, phone], name: 'Rosa\u202e' };
    expect(isUpToDate(contact, seen)).toBe(false);
    expect(contactAfterMessage(contact, seen, [phone], 1)).toMatchObject({
      name: 'Rosa',
      number: phone.value,
      identities: [lid, phone],
    });
    expect(contactAfterMessage({ ...contact, name: 'Rosa' }, seen, [], 1)).toMatchObject({
      number: '',
      identities: [lid],
    });
  });

  it('returns the same object if there is nothing new', () => {
    const named = { ...contact, name: 'Rosa', identities: [lid, phone] };
    const withoutNinth = { kind: 'phone' as const, value: '551187654321' };
    expect(contactAfterMessage(named, { identities: [withoutNinth], name: 'Outra' }, [], 2)).toBe(named);
    expect(isUpToDate(named, { identities: [withoutNinth] })).toBe(true);
  });
});
