import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getObject, listKeys } from '@prosa/functions/platform/blob/blob.ts';
import { type QueueMessage, sendMessages } from '@prosa/functions/platform/queue/send-messages.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { replayGivenUp } from '@prosa/functions/streams/replay.ts';
import { History } from '@prosa/session-host/history/history.ts';
import { PartAttempts } from '@prosa/session-host/history/history-attempts.ts';
import { toInboundEvents } from '@prosa/session-host/inbound/inbound.ts';
import { InboundSink } from '@prosa/session-host/inbound/inbound-sink.ts';
import { directly } from '@prosa/session-host/testing/directly.ts';
import { REF, TEST_KEYS } from '@prosa/session-host/testing/harness.ts';
import { MemoryHistory } from '@prosa/session-host/testing/memory-history.ts';
import {
  editOf,
  type Written,
  writtenMessage as written,
  writtenEntry,
} from '@prosa/session-host/testing/written-message.ts';
import { OpenEntries } from '@prosa/session-host/write-ahead-log/open-entries.ts';
import { WriteAheadLog, walId } from '@prosa/session-host/write-ahead-log/write-ahead-log.ts';
import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { oddTexts } from '../support/odd-values.ts';
import { useBucket } from './support/bucket.ts';
import { useEdge } from './support/edge.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();
const edge = useEdge();

/** The number of `writtenMessage`. */
const CUSTOMER = '5511988887777';
const GOOD = ['3EB0A', '3EB0B', '3EB0C', '3EB0D'];

let folder: string;
/** The queue drops a repeated id for five minutes: each test has a connection of its own. */
let ref = { ...REF };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-outside-'));
  edge().takeAll('inbound');
  ref = { ...ref, connectionId: ref.connectionId + 1 };
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the events that reached the inbound queue; each must fit the schema of its worker. */
const arrived = () =>
  edge()
    .takeAll('inbound')
    .map((body) => inboundEventSchema.parse(body));
const idsOf = (events: ReturnType<typeof arrived>): string[] =>
  events.flatMap((event) => (event.type === 'message' ? [event.providerMessageId] : []));
const textsOf = (events: ReturnType<typeof arrived>): string[] =>
  events.flatMap((event) =>
    event.type === 'message' && event.content.kind === 'text' ? [event.content.text] : [],
  );

const pushed = async (sink: InboundSink, messages: readonly ReturnType<typeof written>[]): Promise<void> => {
  const context = { ...ref, me: ['5511900000000@s.whatsapp.net'], receivedAt: Date.now() };
  const events = messages.flatMap((message) => toInboundEvents(message, context));
  await Promise.all(events.map((event) => sink.push(event)));
};

/** Ids that a modified client of WhatsApp can choose. */
const oddIds = oddTexts().filter((id) => id !== '');

/** Returns messages of every kind with a text in each field. */
const kindsWith = (text: string): Written[] => {
  // A frame of WhatsApp holds a few megabytes.
  const count = Math.min(1000, Math.ceil(2_000_000 / (text.length + 1)));
  const many = <T>(one: T): T[] => Array.from({ length: count }, () => one);
  return [
    { conversation: text },
    {
      extendedTextMessage: {
        text,
        contextInfo: { stanzaId: text, externalAdReply: { title: text, body: text, sourceUrl: text } },
      },
    },
    {
      imageMessage: {
        caption: text,
        mimetype: text,
        url: text,
        directPath: text,
        mediaKey: Buffer.alloc(32),
        fileLength: 2 ** 53,
      },
    },
    {
      documentMessage: {
        fileName: text,
        caption: text,
        mimetype: text,
        directPath: text,
        mediaKey: Buffer.alloc(32),
      },
    },
    { contactsArrayMessage: { contacts: many({ displayName: text, vcard: text }) } },
    { locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: text, address: text } },
    { pollCreationMessage: { name: text, options: many({ optionName: text }) } },
    {
      eventMessage: {
        name: text,
        description: text,
        joinLink: text,
        startTime: 2 ** 53,
        location: { name: text },
      },
    },
    {
      listMessage: {
        title: text,
        description: text,
        buttonText: text,
        sections: many({
          title: text,
          rows: many({ rowId: text, title: text, description: text }).slice(0, 5),
        }),
      },
    },
    {
      buttonsMessage: {
        contentText: text,
        footerText: text,
        buttons: many({ buttonId: text, buttonText: { displayText: text } }),
      },
    },
    {
      templateMessage: {
        hydratedTemplate: {
          hydratedContentText: text,
          hydratedButtons: many({ urlButton: { displayText: text, url: text } }),
        },
      },
    },
    { reactionMessage: { key: { id: '3EB0A' }, text } },
    editOf('3EB0A', text),
  ];
};

describe('values that senders choose, on the way to the inbound queue', () => {
  it.each(oddIds.map((id) => [JSON.stringify(id).slice(0, 40), id] as const))(
    'I18: a message whose id is %s arrives, and so do the good ones beside it',
    async (_shown, id) => {
      const [a = '', b = '', c = '', d = ''] = GOOD;
      await pushed(new InboundSink(), [
        ...[a, b].map((good) => written(good, { conversation: good })),
        written(id, { conversation: 'estranha' }),
        ...[c, d].map((good) => written(good, { conversation: good })),
      ]);
      const events = arrived();
      expect(textsOf(events)).toEqual([a, b, 'estranha', c, d]);
      expect(new Set(idsOf(events)).size).toBe(5);
      // What names the message finds it: the id is replaced in the same way.
      await pushed(new InboundSink(), [written('3EB0E', { reactionMessage: { key: { id }, text: '👍' } })]);
      const [reaction] = arrived();
      expect(reaction).toMatchObject({ type: 'reaction', targetProviderMessageId: idsOf(events)[2] });
    },
  );

  it('I18: two odd ids stay two messages, and one odd id that is delivered twice stays one', async () => {
    const texts = oddIds.map((_id, index) => `texto ${index}`);
    const messages = oddIds.map((id, index) => written(id, { conversation: texts[index] ?? '' }));
    await pushed(new InboundSink(), messages);
    await pushed(new InboundSink(), messages);
    expect(textsOf(arrived()).toSorted()).toEqual(texts.toSorted());
  });

  it('R34: a restart replays an odd id from the write-ahead log, with the good messages around it', async () => {
    const path = join(folder, 'wal-me.log');
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    const ids = [...GOOD, ...oddIds, ...GOOD.map((id) => `${id}2`)];
    for (const id of ids)
      await wal.append(walId(ref, id), writtenEntry(ref, id, { conversation: `de ${id}` }));
    await wal.close();
    const again = await WriteAheadLog.open(path, TEST_KEYS);
    const sink = new InboundSink();
    const entries = new OpenEntries(again, {
      sink,
      messages: { findSent: async () => undefined, findSecret: async () => undefined },
      history: new History({
        store: new MemoryHistory(),
        mediaOrigin: 'http://127.0.0.1:1',
        downloadsOf: directly,
        attempts: new PartAttempts(folder),
      }),
    });
    await entries.replayAll();
    await sink.drained();
    await expect.poll(() => again.size).toBe(0);
    expect(idsOf(arrived())).toHaveLength(ids.length);
    await again.close();
  });

  it('R05: sixty contacts with photos arrive as one event with all names, without the photos', async () => {
    const photo = 'A'.repeat(18_000).replace(/.{75}/g, '$&\n ');
    const contacts = Array.from({ length: 60 }, (_none, nth) => ({
      displayName: `Contato ${nth}`,
      vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:Contato ${nth}\nitem1.PHOTO;ENCODING=b:${photo}\nTEL:+55119${nth}\nEND:VCARD`,
    }));
    await pushed(new InboundSink(), [
      written('3EB0A', { conversation: 'antes' }),
      written('3EB0B', { contactsArrayMessage: { displayName: '60', contacts } }),
      written('3EB0C', { conversation: 'depois' }),
    ]);
    const events = arrived();
    expect(idsOf(events)).toEqual(['3EB0A', '3EB0B', '3EB0C']);
    const [, cards] = events;
    if (cards?.type !== 'message' || cards.content.kind !== 'contacts') throw new Error('no cards');
    expect(cards.content.contacts).toHaveLength(60);
    expect(cards.content.contacts.every(({ vcard }) => /TEL:.*END:VCARD/s.test(vcard))).toBe(true);
    expect(JSON.stringify(cards)).not.toContain('AAAA');
  });

  it.each(oddTexts().map((text) => [JSON.stringify(text).slice(0, 40), text] as const))(
    'I18: every field of a message with %s reaches the queue in a form that its worker accepts',
    async (_shown, text) => {
      const sink = new InboundSink();
      for (const [nth, message] of kindsWith(text).entries())
        await pushed(sink, [written(`3EB0${nth}`, message, text)]);
      await pushed(sink, [written('3EB0Z', { conversation: 'depois' })]);
      expect(textsOf(arrived()).at(-1)).toBe('depois');
      expect(await listKeys('given-up/')).toEqual([]);
    },
  );
});

describe('values that senders choose, in the inbound worker', () => {
  it.each(
    ['ﷺ'.repeat(66_000), ...oddTexts()].map((text) => [JSON.stringify(text).slice(0, 40), text] as const),
  )('I18: messages of every kind with %s in each field are stored at the first try', async (_shown, text) => {
    const company = await makeCompany();
    ref = { companyId: company.id, connectionId: await company.addConnection() };
    const sink = new InboundSink();
    for (const [nth, message] of kindsWith(text).entries())
      await pushed(sink, [written(`3EB0${nth}`, message, text)]);
    await pushed(sink, [written(text, { conversation: 'id' }), written('3EB0Z', { conversation: 'depois' })]);
    const bodies = edge()
      .takeAll('inbound')
      .map((body) => JSON.stringify(body));
    expect(bodies.length).toBeGreaterThan(5);
    expect((await inbound(sqsEvent(bodies))).batchItemFailures).toEqual([]);
    const { contact } = await findContactByIdentities(company.table, [{ kind: 'phone', value: CUSTOMER }]);
    expect(contact).toBeDefined();
  });
});

describe('a message that its queue refuses for good', () => {
  const good = (nth: number): QueueMessage => ({
    id: `m:${nth}`,
    body: JSON.stringify(nth),
    groupId: '1:2:a',
  });
  const tooLarge: QueueMessage = {
    id: 'm:big',
    body: JSON.stringify('x'.repeat(1024 * 1024)),
    groupId: '1:2:a',
  };

  it('I18: is set aside whole, once, and the others are sent in order; a replay sends it once it can be sent', async () => {
    const sink = new InboundSink();
    const messages = [good(1), good(2), tooLarge, good(3)];
    await sendMessages('inbound', true, messages);
    await sendMessages('inbound', true, messages);
    expect(edge().takeAll('inbound')).toEqual([1, 2, 3]);
    const kept = await listKeys('given-up/');
    expect(kept).toHaveLength(1);
    const record = JSON.parse(Buffer.from((await getObject(kept[0]?.key ?? '')) ?? []).toString());
    expect(JSON.parse(record.payload)).toEqual({ queue: 'inbound', message: tooLarge });
    const left: string[] = [];
    expect(await replayGivenUp((_key, error) => left.push(String(error)))).toEqual({ done: 0, left: 1 });
    expect(left[0]).toMatch(/refused/);
    expect(await listKeys('given-up/')).toHaveLength(1);
    expect(sink.depth).toBe(0);
  });
});
