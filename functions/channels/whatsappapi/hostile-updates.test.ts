import {
  brokenCopies,
  deliveryOf,
  fixturesOf,
  placedEvents,
  RECEIVED_AT,
} from '@prosa/tests/support/meta-fixtures.ts';
import { describe, expect, it } from 'vitest';
import { splitDelivery } from '../meta/split-delivery.ts';

const FIXTURES = fixturesOf('whatsapp');
const LISTS = [
  'messages',
  'message_echoes',
  'statuses',
  'user_id_update',
  'user_preferences',
  'state_sync',
] as const;

const message = (id: string, fields: object = {}) => ({
  from: '5511987650009',
  id,
  timestamp: '1795200000',
  type: 'text',
  text: { body: 'inteira' },
  ...fields,
});
const status = (id: string) => ({
  id,
  status: 'read',
  timestamp: '1795200000',
  recipient_id: '5511987650009',
});
const change = (lists: object, field = 'messages') => ({
  field,
  value: { metadata: { phone_number_id: '106540352242922' }, ...lists },
});
const split = (changes: readonly unknown[]) =>
  splitDelivery({ object: 'whatsapp_business_account', entry: [{ id: '1', changes }] }, RECEIVED_AT);
const idsIn = (changes: readonly unknown[]): string[] =>
  placedEvents(split(changes)).flatMap((event) =>
    'providerMessageId' in event ? [event.providerMessageId] : [],
  );
const contentOf = (fields: object) =>
  placedEvents(split([change({ messages: [message('wamid.ONE', fields)] })])).flatMap((event) =>
    event.type === 'message' ? [event.content] : [],
  )[0];

const changesOf = (name: string): { field: string; value: Record<string, unknown> }[] => {
  const [entry] = Object(deliveryOf('whatsapp', name)).entry;
  return entry.changes;
};

describe('hostile deliveries of WhatsApp', () => {
  it.each(FIXTURES)('%s: every event fits the schema wherever a field is missing or odd', (name) => {
    for (const { path, copy } of brokenCopies(deliveryOf('whatsapp', name)))
      expect(() => placedEvents(splitDelivery(copy, RECEIVED_AT)), path).not.toThrow();
  });

  it.each(FIXTURES)('R05: %s: a broken change does not affect its neighbours', (name) => {
    const before = change({ messages: [message('wamid.BEFORE')] });
    const after = change({ statuses: [status('wamid.AFTER')] });
    for (const broken of changesOf(name).flatMap(brokenCopies)) {
      const ids = idsIn([before, broken.copy, after]);
      expect([ids[0], ids.at(-1)], broken.path).toEqual(['wamid.BEFORE', 'wamid.AFTER']);
    }
  });

  it.each(FIXTURES)('R05: %s: a broken update does not affect the others of its lists', (name) => {
    for (const { field, value } of changesOf(name)) {
      const lists = field === 'standby' ? Object(value.standby) : value;
      for (const list of LISTS.filter((key) => Array.isArray(lists[key]))) {
        for (const broken of brokenCopies(lists[list])) {
          const own = { ...lists, [list]: broken.copy };
          const others = {
            messages: [message('wamid.BEFORE'), ...(own.messages ?? []), message('wamid.AFTER')],
            statuses: [status('wamid.FIRST'), ...(own.statuses ?? []), status('wamid.LAST')],
          };
          const ids = idsIn([change({ ...own, ...others })]);
          const [first, last] = [ids.indexOf('wamid.BEFORE'), ids.indexOf('wamid.AFTER')];
          expect([first, last > first, ids.includes('wamid.FIRST'), ids.at(-1)], broken.path).toEqual([
            0,
            true,
            true,
            'wamid.LAST',
          ]);
        }
      }
    }
  });

  it('R05: a list that is no list is reported, and does not affect the other lists', () => {
    expect(
      split([change({ messages: 'x', contacts: 5, errors: {}, statuses: [status('wamid.OURS')] })]),
    ).toMatchObject([{ kind: 'problem', reason: 'malformed messages' }, { event: { type: 'receipt' } }]);
  });
});

describe('odd messages', () => {
  it.each(['constructor', '__proto__', 'hasOwnProperty', 'toString', 'id', ''])(
    'a message of the type %j is kept as unsupported',
    (type) => {
      expect(contentOf({ type })).toMatchObject({
        kind: 'unsupported',
        providerType: type,
        caption: 'inteira',
      });
    },
  );

  it('a message without a type is kept with its text and its JSON', () => {
    const content = contentOf({ type: undefined });
    expect(content).toMatchObject({ kind: 'unsupported', providerType: 'unknown', caption: 'inteira' });
    expect(content?.kind === 'unsupported' && JSON.parse(content.raw ?? '')).toMatchObject({
      id: 'wamid.ONE',
    });
  });

  it('texts over the limits are cut, never lost', () => {
    const long = 'ç'.repeat(70_000);
    expect(contentOf({ text: { body: long } })).toEqual({ kind: 'text', text: 'ç'.repeat(65_536) });
    expect(contentOf({ type: 'button', button: { text: long } })).toEqual({
      kind: 'text',
      text: 'ç'.repeat(65_536),
    });
    const document = { id: '1', caption: long, filename: long, mime_type: 'application/pdf' };
    expect(contentOf({ type: 'document', document })).toMatchObject({
      caption: 'ç'.repeat(65_536),
      media: { fileName: 'ç'.repeat(255) },
    });
    const location = { latitude: 1, longitude: 2, name: long, address: long };
    expect(contentOf({ type: 'location', location })).toMatchObject({
      location: { name: 'ç'.repeat(500), address: 'ç'.repeat(1000) },
    });
    expect(contentOf({ type: 'hologram', hologram: { caption: long } })).toMatchObject({
      caption: 'ç'.repeat(65_536),
    });
  });

  it('half an emoji at the cut is replaced', () => {
    expect(contentOf({ text: { body: `${'a'.repeat(65_535)}😀` } })).toEqual({
      kind: 'text',
      text: `${'a'.repeat(65_535)}\ufffd`,
    });
  });

  it('S-47: the id of a file is never a path', () => {
    for (const id of ['../me', '1/messages', '1?fields=name', '', 'a b', '%2e%2e'])
      expect(contentOf({ type: 'image', image: { id, caption: 'foto' } })).toMatchObject({
        kind: 'unsupported',
        caption: 'foto',
      });
  });

  it('a digest in base64 or in hexadecimal becomes hexadecimal, and any other is left out', () => {
    const hex = 'a8'.repeat(32);
    const sourceOf = (sha256: string) => {
      const content = contentOf({ type: 'audio', audio: { id: '1', sha256 } });
      return content?.kind === 'audio' ? content.media.source : '';
    };
    expect(sourceOf(Buffer.from(hex, 'hex').toString('base64'))).toBe(`{"id":"1","sha256":"${hex}"}`);
    expect(sourceOf(hex.toUpperCase())).toBe(`{"id":"1","sha256":"${hex}"}`);
    expect(sourceOf('x')).toBe('{"id":"1"}');
  });
});

describe('odd answers to forms', () => {
  const answered = (response_json: unknown, body: unknown = 'Enviado') =>
    contentOf({ type: 'interactive', interactive: { nfm_reply: { name: 'flow', body, response_json } } });

  it.each([
    ['no JSON', 'sim', 'sim'],
    ['a number', '7', '7'],
    ['a list', '["a","b"]', 'a, b'],
    ['a list of objects', '[{"a":1},{"a":2}]', 'a: 1\na: 2'],
    ['nothing', '', 'Enviado'],
    ['null', 'null', 'Enviado'],
    ['no text', 7, 'Enviado'],
    ['only the token', '{"flow_token":"secret"}', 'Enviado'],
    ['answers deeper than any form', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'Enviado'],
    ['too many answers', JSON.stringify(Array(40_000).fill('ab')), `${'ab, '.repeat(16_384)}`],
  ])('%s is readable', (_what, json, text) => {
    expect(answered(json)).toEqual({ kind: 'text', text });
  });

  it('an answer without anything readable is kept with its JSON', () => {
    expect(answered('{}', 5)).toMatchObject({ kind: 'unsupported', providerType: 'interactive' });
  });
});

describe('odd cards', () => {
  const cardsOf = (contacts: unknown) => contentOf({ type: 'contacts', contacts });

  it('a text in a card cannot add a line to it', () => {
    const evil = 'Ana\r\nTEL:+551190\rEND:VCARD\nBEGIN:VCARD';
    const contacts = [
      { name: { formatted_name: evil }, phones: [{ phone: evil, type: 'X:\nTEL', wa_id: '1;\n' }] },
    ];
    const content = cardsOf(contacts);
    const vcard = content?.kind === 'contacts' ? content.contacts[0]?.vcard : '';
    const escaped = 'Ana\\nTEL:+551190\\nEND:VCARD\\nBEGIN:VCARD';
    expect(vcard).toBe(
      `BEGIN:VCARD\nVERSION:3.0\nFN:${escaped}\nN:;${escaped};;;\nTEL:${escaped}\nEND:VCARD`,
    );
  });

  it('R05: of a list of huge cards the first are kept, with name and end, so that the list fits', () => {
    const phones = Array.from({ length: 100 }, () => ({ phone: ';'.repeat(5000) }));
    const content = cardsOf(Array(200).fill({ name: { formatted_name: 'Ana' }, phones }));
    const contacts = content?.kind === 'contacts' ? content.contacts : [];
    expect(contacts.length).toBeGreaterThan(1);
    const chars = contacts.map(({ name, vcard }) => name.length + vcard.length);
    expect(chars.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(100_000);
    expect(contacts[0]?.vcard.length).toBeLessThanOrEqual(20_000);
    expect(contacts[0]?.vcard).toMatch(/^BEGIN:VCARD\nVERSION:3\.0\nFN:Ana\n/);
    expect(contacts[0]?.vcard).toMatch(/\nEND:VCARD$/);
  });

  it('malformed cards are skipped among others; without any other they are kept with their JSON', () => {
    expect(cardsOf([7, {}, { phones: 'x', name: { first_name: 'Lia' } }])).toMatchObject({
      contacts: [{ name: 'Lia' }],
    });
    expect(cardsOf([7, {}])).toMatchObject({ kind: 'unsupported', providerType: 'contacts' });
  });
});
