import {
  brokenCopies,
  deliveryOf,
  fixturesOf,
  placedEvents,
  RECEIVED_AT,
} from '@prosa/tests/support/meta-fixtures.ts';
import { describe, expect, it } from 'vitest';
import { splitDelivery } from './split-delivery.ts';

const PAGE = '209001112223334';
const CUSTOMER = '7000000000000001';
const SENT_AT = 1_795_200_000_123;

const FIXTURES = ['messenger', 'instagram'].flatMap((channel) =>
  fixturesOf(channel).map((name): [string, string] => [channel, name]),
);

/** Builds an event in Meta's shape. */
const event = (kinds: object, more: object = {}) => ({
  sender: { id: CUSTOMER },
  recipient: { id: PAGE },
  timestamp: SENT_AT,
  ...kinds,
  ...more,
});
const textOf = (mid: string) => event({ message: { mid, text: 'inteiro' } });
const split = (items: readonly unknown[], entry: object = {}) =>
  splitDelivery(
    { object: 'page', entry: [{ id: PAGE, time: SENT_AT + 400, messaging: items, ...entry }] },
    RECEIVED_AT,
  );
const eventOf = (item: unknown, entry: object = {}) => placedEvents(split([item], entry))[0];

describe('hostile deliveries of Messenger and Instagram', () => {
  it.each(FIXTURES)('%s %s: an event fits the schema wherever a field is missing or odd', (channel, name) => {
    const delivery = deliveryOf(channel, name);
    for (const { path, copy } of brokenCopies(delivery)) {
      expect(() => placedEvents(splitDelivery(copy, RECEIVED_AT)), path).not.toThrow();
    }
  });

  it.each(FIXTURES)('R05: %s %s: a broken event does not affect its neighbours', (channel, name) => {
    const delivery = deliveryOf(channel, name);
    const entry = Object(delivery).entry[0];
    for (const item of entry.messaging ?? entry.standby ?? []) {
      for (const { path, copy } of brokenCopies(item)) {
        const survivors = placedEvents(split([textOf('m_before'), copy, textOf('m_after')]))
          .map((one) => ('providerMessageId' in one ? one.providerMessageId : ''))
          .filter((id) => id === 'm_before' || id === 'm_after');
        expect(survivors, path).toEqual(['m_before', 'm_after']);
      }
    }
  });

  it('R05: a malformed list of events does not affect the other list of its entry', () => {
    expect(split([textOf('m_text')], { standby: 'x' })).toMatchObject([
      { event: { providerMessageId: 'm_text' } },
      { kind: 'problem', reason: 'malformed entry' },
    ]);
  });

  it.each([
    ['a text of 70,000 characters is cut', { text: 'ç'.repeat(70_000) }, 'ç'.repeat(65_536)],
    ['half an emoji is replaced', { text: 'oi \ud83d' }, 'oi \ufffd'],
    [
      'a text with odd things beside it stays',
      { text: 'oi', reply_to: 5, referral: [], quick_reply: 'x', is_echo: 'no' },
      'oi',
    ],
  ])('%s', (_what, fields, text) => {
    expect(eventOf(event({ message: { mid: 'm_1', ...fields } }))).toMatchObject({
      content: { kind: 'text', text },
    });
  });

  it.each([
    ['milliseconds', { timestamp: 1_795_200_001_000 }, 1_795_200_001_000],
    ['milliseconds as text', { timestamp: '1795200001000' }, 1_795_200_001_000],
    ['seconds', { timestamp: 1_795_200_001 }, 1_795_200_001_000],
    ['seconds as text', { timestamp: '1795200001' }, 1_795_200_001_000],
    ['no time', { timestamp: undefined }, SENT_AT + 400],
    ['a word', { timestamp: 'ontem' }, SENT_AT + 400],
  ])('the time of a message with %s is understood', (_what, fields, sentAt) => {
    expect(eventOf(event({ message: { mid: 'm_1', text: 'oi' } }, fields))).toMatchObject({ sentAt });
  });

  it('without any time, a message was sent when it arrived', () => {
    const message = { mid: 'm_1', text: 'oi' };
    expect(eventOf(event({ message }, { timestamp: null }), { time: null })).toMatchObject({
      sentAt: RECEIVED_AT,
    });
  });

  it.each([
    'http://cdn.example/a.jpg',
    'ftp://cdn.example/a',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'a',
  ])('S-47: a file at %s is not fetched', (url) => {
    const attachments = [{ type: 'image', payload: { url } }];
    expect(eventOf(event({ message: { mid: 'm_1', attachments } }))).toMatchObject({
      content: { kind: 'unsupported', providerType: 'image' },
    });
  });

  it('links to anything but https are not shown', () => {
    const reply_to = { story: { url: 'javascript:alert(1)', id: '1' } };
    expect(eventOf(event({ message: { mid: 'm_1', text: 'oi', reply_to } }))).toMatchObject({
      about: { kind: 'story', of: 'reply', link: '' },
    });
  });

  it('a malformed attachment is kept with its JSON, and the others are shown', () => {
    const url = 'https://cdn.fbsbx.test/1.jpg';
    const attachments = [7, { type: 'image', payload: { url } }];
    expect(
      placedEvents(split([event({ message: { mid: 'm_1', text: 'duas', attachments } })])),
    ).toMatchObject([
      { providerMessageId: 'm_1', content: { kind: 'unsupported', caption: 'duas', raw: '7' } },
      { providerMessageId: 'm_1#1', content: { kind: 'image' } },
    ]);
  });

  it('a message without anything known in it is shown as unsupported', () => {
    expect(eventOf(event({ message: { mid: 'm_1', hologram: {} } }))).toMatchObject({
      content: { kind: 'unsupported', raw: '{"mid":"m_1","hologram":{}}' },
    });
  });

  it('a repeated postback without an id gets the same id, another one does not', () => {
    const pressed = (payload: string, timestamp: number) =>
      eventOf(event({ postback: { title: 'Sim', payload } }, { timestamp }));
    const first = pressed('YES', SENT_AT);
    expect(pressed('YES', SENT_AT)).toEqual(first);
    expect(pressed('NO', SENT_AT)).not.toMatchObject({
      providerMessageId: Reflect.get(Object(first), 'providerMessageId'),
    });
    expect(pressed('YES', SENT_AT + 1)).not.toMatchObject({
      providerMessageId: Reflect.get(Object(first), 'providerMessageId'),
    });
  });

  it('S-51: an event older than eight days is refused, whatever its kind', () => {
    const timestamp = RECEIVED_AT - 8 * 86_400_000 - 1;
    const old = ['message', 'reaction', 'postback'].map((kind) =>
      event({ [kind]: { mid: 'm_1', text: 'oi', title: 'oi', action: 'react' } }, { timestamp }),
    );
    expect(split(old).map((update) => (update.kind === 'problem' ? update.reason : ''))).toEqual([
      'older than 8 days',
      'older than 8 days',
      'older than 8 days',
    ]);
  });
});
