import { readFileSync } from 'node:fs';
import { deliveryOf, fixturesOf, placedEvents, RECEIVED_AT } from '@prosa/tests/support/meta-fixtures.ts';
import { describe, expect, it } from 'vitest';
import type { MetaUpdate } from '../meta/meta-update.ts';
import { splitDelivery } from '../meta/split-delivery.ts';
import { whatsappUpdates } from './whatsapp-updates.ts';

const ACCOUNT_ID = '106540352242922';
const ACCOUNT = { channel: 'whatsappapi', accountId: ACCOUNT_ID };
const PHONE = '5511987650001';
const USER_ID = 'BR.13491208655302741918';
const EXPECTED = new URL('../../../tests/fixtures/meta/whatsapp/expected/', import.meta.url);

/** Returns the updates that a person wrote down for a fixture. */
const expectedOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, EXPECTED), 'utf8'));

/** Returns an update as `expected/` has it: without account, business and time, and without a problem's payload. */
const shown = (update: MetaUpdate): unknown => {
  if (update.kind === 'ignored') return update;
  const { kind } = update;
  switch (kind) {
    case 'template':
      return { kind, template: update.template, news: update.news };
    case 'account':
      return { kind, business: update.business.businessId, news: update.news };
    case 'history':
      return { kind, isLast: update.isLast, messages: update.messages };
    case 'history-refused':
      return { kind };
    case 'problem':
      return { kind, reason: update.reason };
    case 'event': {
      const { chatKey, sentAt, event } = update;
      return { kind, chatKey, sentAt, event };
    }
  }
};

const updates = (lists: object, field = 'messages') =>
  whatsappUpdates({ field, value: { metadata: { phone_number_id: ACCOUNT_ID }, ...lists } });
const message = (fields: object) => ({
  from: PHONE,
  id: 'wamid.ONE',
  timestamp: '1795200000',
  type: 'text',
  text: { body: 'oi' },
  ...fields,
});
const read = (fields: object, beside: object = {}) => updates({ messages: [message(fields)], ...beside });
const status = (fields: object) => ({
  id: 'wamid.OURS',
  status: 'delivered',
  timestamp: '1795200000',
  recipient_id: PHONE,
  ...fields,
});

describe("Meta's documented deliveries", () => {
  it.each(fixturesOf('whatsapp'))('%s: has exactly the expected updates', (name) => {
    const found = splitDelivery(deliveryOf('whatsapp', name), RECEIVED_AT);
    expect(found.map(shown)).toEqual(expectedOf(name));
    const accounts = found.flatMap((update) => ('account' in update ? [update.account] : []));
    expect(accounts).toEqual(accounts.map(() => ACCOUNT));
  });

  it.each(fixturesOf('whatsapp'))('%s: its events fit the inbound queue', (name) => {
    expect(() => placedEvents(splitDelivery(deliveryOf('whatsapp', name), RECEIVED_AT))).not.toThrow();
  });
});

describe('the person of a message', () => {
  const contacts = [
    { profile: { name: 'Outra' }, wa_id: '5511900000000', user_id: 'BR.1' },
    { profile: { name: 'Sônia', username: 'sonia' }, wa_id: PHONE, user_id: USER_ID },
  ];
  const bsuid = { kind: 'bsuid', value: USER_ID };
  const phone = { kind: 'phone', value: PHONE };

  it.each([
    ['phone alone', { from: PHONE }, [], [phone]],
    ['phone with a plus', { from: `+${PHONE}` }, [], [phone]],
    ['phone and BSUID', { from: PHONE, from_user_id: USER_ID }, [], [bsuid, phone]],
    ['BSUID alone', { from: undefined, from_user_id: USER_ID }, [], [bsuid]],
    ['phone, with its BSUID beside the message', { from: PHONE }, contacts, [bsuid, phone]],
    [
      'BSUID, with its phone beside the message',
      { from: undefined, from_user_id: USER_ID },
      contacts,
      [bsuid, phone],
    ],
    ['BSUID in the place of the phone', { from: USER_ID, from_user_id: USER_ID }, [], [bsuid]],
  ])('R14: is found by %s', (_what, fields, beside, identities) => {
    expect(read(fields, { contacts: beside })).toMatchObject([{ event: { chat: { identities } } }]);
  });

  it.each([
    ['nobody', { from: undefined }],
    ['a text that is no phone', { from: 'sonia.prado' }],
  ])('a message of %s is set aside', (_what, fields) => {
    expect(read(fields, { contacts })).toMatchObject([{ kind: 'problem', reason: 'message of nobody' }]);
  });

  it('has the user name if the profile has no name', () => {
    const hidden = [{ profile: { name: ' ', username: 'sonia' }, wa_id: PHONE }];
    expect(read({}, { contacts: hidden })).toMatchObject([{ event: { chat: { name: 'sonia' } } }]);
  });

  it('R14: messages, statuses and both spellings of a Brazilian number share one order', () => {
    const spellings = [PHONE, '551187650001'];
    const keys = spellings.flatMap((spelling) => [
      ...read({ from: spelling, from_user_id: USER_ID }),
      ...updates({ statuses: [status({ recipient_id: spelling, recipient_user_id: USER_ID })] }),
      ...updates({ statuses: [status({ recipient_id: spelling })] }),
    ]);
    expect(new Set(keys.map((update) => (update.kind === 'event' ? update.chatKey : '')))).toEqual(
      new Set(['551187650001']),
    );
  });

  const NEW = 'BR.27720000000000000001';
  it.each([
    ['the phone alone', { from: PHONE }, { wa_id: '5521976540009' }, [phone]],
    ['the BSUID of the sender', { from: undefined, from_user_id: USER_ID }, { user_id: NEW }, [bsuid]],
    [
      "not the sender's BSUID if it is the new one",
      { from: PHONE, from_user_id: NEW },
      { user_id: NEW },
      [phone],
    ],
  ])('R14: the identities before a change are %s', (_what, fields, changed, identities) => {
    const system = { type: 'user_changed_number', ...changed };
    expect(read({ ...fields, type: 'system', system })).toMatchObject([
      { event: { type: 'new-identities', chat: { isGroup: false, identities } } },
    ]);
  });

  it('the old BSUID of a change is never read from its text, which contains the name of the person', () => {
    const system = {
      type: 'user_changed_user_id',
      user_id: USER_ID,
      body: `User changed from BR.VICTIM to x changed from BR.OLD to ${USER_ID}`,
    };
    expect(read({ from: undefined, type: 'system', system })).toMatchObject([
      { kind: 'problem', reason: 'change of unknown identities' },
    ]);
  });
});

describe('a message that the company wrote elsewhere', () => {
  it('with a file and a hidden number is read like one of the customer', () => {
    const echo = {
      from: '551130000000',
      to_user_id: USER_ID,
      id: 'wamid.ECHO',
      timestamp: '1795200000',
      type: 'image',
      image: { id: '70010001', mime_type: 'image/png', caption: 'A nova vitrine' },
    };
    expect(updates({ message_echoes: [echo] }, 'smb_message_echoes')).toMatchObject([
      {
        chatKey: USER_ID,
        event: {
          fromMe: true,
          chat: { identities: [{ kind: 'bsuid', value: USER_ID }] },
          content: { kind: 'image', caption: 'A nova vitrine', media: { source: '{"id":"70010001"}' } },
        },
      },
    ]);
  });

  it('with buttons is kept with its text, also if its request names a BSUID', () => {
    const interactive = { type: 'button', body: { text: 'Posso ajudar?' }, action: { buttons: [] } };
    const request = { messaging_product: 'whatsapp', recipient: USER_ID, type: 'interactive', interactive };
    const standby = { message_echoes: [{ id: 'wamid.AGENT', timestamp: '1795200000', message: request }] };
    expect(updates({ standby }, 'standby')).toMatchObject([
      {
        event: {
          fromMe: true,
          isStandby: true,
          chat: { identities: [{ kind: 'bsuid', value: USER_ID }] },
          content: { kind: 'unsupported', providerType: 'interactive', caption: 'Posso ajudar?' },
        },
      },
    ]);
  });
});

describe('a group', () => {
  it('R14: is never the conversation of a writer, not even with a malformed id', () => {
    for (const group_id of [7, null, '', {}, 'g'.repeat(161)])
      expect(read({ group_id })).toMatchObject([{ kind: 'problem', reason: 'malformed message' }]);
  });

  it('keeps the message of a writer who is not named', () => {
    const chat = { isGroup: true, identities: [{ kind: 'group', value: 'GROUP' }] };
    const [update] = read({ group_id: 'GROUP', from: undefined });
    expect(update).toMatchObject({ chatKey: 'GROUP' });
    expect(update?.kind === 'event' && 'chat' in update.event && update.event.chat).toEqual(chat);
  });
});

describe('the advertisement of a message', () => {
  it.each(['ad', 'post'])('R28: a referral from an %s opens a free entry', (source_type) => {
    expect(read({ referral: { source_type } })).toMatchObject([{ event: { isFreeEntry: true } }]);
  });

  it.each(['link', '', undefined, 7])('R28: a referral from %j opens none', (source_type) => {
    const [update] = read({ referral: { source_type, headline: 'Oferta' } });
    expect(update).toMatchObject({ event: { type: 'message' } });
    expect(update?.kind === 'event' && Object.keys(update.event)).not.toContain('isFreeEntry');
    expect(update?.kind === 'event' && Object.keys(update.event)).not.toContain('about');
  });
});

describe('the send that a status is about', () => {
  const REFERENCE = '12.3.1795199990000-0abc12de';

  it.each([
    'order-77',
    REFERENCE,
    `${REFERENCE}#`,
    `${REFERENCE}#0`,
    `${REFERENCE}#1.5`,
    `${REFERENCE}#-1`,
    `${REFERENCE}#1e3`,
    `${REFERENCE}#99999999999999999999`,
    `0${REFERENCE}#1`,
    `#1`,
    'x'.repeat(600),
    7,
  ])('is unknown from the reference %j of another program', (biz_opaque_callback_data) => {
    const [update] = updates({ statuses: [status({ biz_opaque_callback_data })] });
    expect(update?.kind === 'event' && update.event).toEqual({
      type: 'receipt',
      providerMessageId: 'wamid.OURS',
      ack: 2,
    });
  });
});

describe('times', () => {
  it.each([['1795200000'], [1_795_200_000]])('%j is read as seconds', (timestamp) => {
    expect(read({ timestamp })).toMatchObject([{ sentAt: 1_795_200_000_000 }]);
  });

  it.each(['yesterday', '', null, -1, 1.5, undefined])('a message of %j is set aside', (timestamp) => {
    expect(read({ timestamp })).toMatchObject([{ kind: 'problem', reason: 'malformed message' }]);
  });

  it('S-51: every kind of update is set aside if it is older than eight days', () => {
    const timestamp = String(RECEIVED_AT / 1000 - 8 * 86_400 - 1);
    const statuses = [status({ timestamp })];
    const messages = [
      message({ timestamp }),
      message({ timestamp, type: 'revoke', revoke: { original_message_id: 'wamid.TWO' } }),
    ];
    const value = { metadata: { phone_number_id: ACCOUNT_ID }, messages, statuses };
    const delivery = {
      object: 'whatsapp_business_account',
      entry: [{ changes: [{ field: 'messages', value }] }],
    };
    expect(splitDelivery(delivery, RECEIVED_AT).map(shown)).toEqual(
      [1, 2, 3].map(() => ({ kind: 'problem', reason: 'older than 8 days' })),
    );
  });
});
