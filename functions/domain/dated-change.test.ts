import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { type Message, type MessageChange, messageSchema } from '@prosa/shared/entities/message.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSystemIds } from '../platform/ids.ts';
import { arrivalOf, datedAfter, datedNow } from './dated-change.ts';
import { contactAfterAddressBook, contactAfterPreference } from './inbound/contact-after-news.ts';
import { changedMessage, parkedWith, withParkedChanges } from './inbound/message-change.ts';

const RUNS = 400;
const BEGAN_MS = Date.parse('2026-11-21T12:00:00.000Z');
const SECOND_MS = 1000;
const settings = { lgpdDeleteMessage: false };
const OPTIONS = ['Manhã', 'Tarde', 'Noite'];
const EMOJI = ['👍', '❤️', ''];
const ENDS = ['2026-12-01T12:00:00.000Z', '2026-12-02T12:00:00.000Z', null];

/** One of three values that a change sets, with the whole second of its provider, its arrival and its id. */
interface Made {
  value: number;
  second: number;
  receivedAt: number;
  id: string;
}

const message = messageSchema.parse({
  companyId: 1,
  id: '1.1.1795200000123-abcdefgh',
  contactId: 1,
  connectionId: 1,
  sortKey: '1795200000123-abcdefgh',
  ticketId: 1,
  fromMe: false,
  mediaType: 'pollCreationMessageV3',
  dataJson: { question: 'Qual?', options: OPTIONS, multiple: false },
  body: 'antes',
  sentAt: new Date(BEGAN_MS).toISOString(),
});
const contact = contactSchema.parse({
  companyId: 1,
  id: 1,
  name: '5511999990000',
  number: '5511999990000',
  nameFrom: 'provider',
  channel: 'whatsapp',
  identities: [{ kind: 'phone', value: '5511999990000' }],
});

const datedBy = ({ second, receivedAt, id, value }: Made) => ({
  at: new Date(BEGAN_MS + second * SECOND_MS).toISOString(),
  arrival: arrivalOf(receivedAt, id, value),
});
const by = { fromMe: false, name: '' };

/** A kind of change of a message: how it is made, and which value the message shows. */
const KINDS: Record<
  string,
  { make: (made: Made) => MessageChange; shown: (message: Message) => unknown; of: readonly unknown[] }
> = {
  edit: {
    make: (made) => ({ type: 'edit', fromMe: false, text: `texto ${made.value}`, ...datedBy(made) }),
    shown: ({ body }) => body,
    of: ['texto 0', 'texto 1', 'texto 2'],
  },
  reaction: {
    make: (made) => ({
      type: 'reaction',
      reaction: { emoji: EMOJI[made.value] ?? '', by: 'contact', ...by, ...datedBy(made) },
    }),
    shown: ({ reactions }) => reactions.map(({ emoji }) => emoji).join(),
    of: EMOJI,
  },
  vote: {
    make: (made) => ({
      type: 'vote',
      texts: OPTIONS.slice(made.value, made.value + 1),
      vote: { by: ['contact'], ...by, ...datedBy(made) },
    }),
    shown: ({ votes }) => votes.flatMap(({ options }) => options).join(),
    of: ['0', '1', '2'],
  },
  pin: {
    make: (made) => ({ type: 'pin', until: ENDS[made.value] ?? null, ...datedBy(made) }),
    shown: ({ pin }) => pin?.until ?? null,
    of: ENDS,
  },
};

/** Up to six changes within three seconds, in their order of arrival. */
const changes = fc
  .array(fc.record({ value: fc.nat(2), second: fc.nat(2) }), { minLength: 2, maxLength: 6 })
  .map((all) =>
    all.map((one, index): Made => ({ ...one, receivedAt: BEGAN_MS + 3000 + index, id: `id-${index}` })),
  );

/** Deliveries of changes in any order, some again: a repetition comes after its change, with a later arrival. */
const deliveries = changes.chain((all) =>
  fc
    .tuple(
      fc.shuffledSubarray([...all], { minLength: all.length }),
      fc.array(fc.record({ which: fc.nat(all.length - 1), after: fc.nat(10), isLater: fc.boolean() }), {
        maxLength: 5,
      }),
    )
    .map(([order, repetitions]) => {
      const delivered = [...order];
      for (const { which, after, isLater } of repetitions) {
        const one = all[which];
        if (one === undefined) continue;
        const first = delivered.findIndex(({ id }) => id === one.id);
        const again = isLater ? { ...one, receivedAt: one.receivedAt + 60_000 } : one;
        delivered.splice(Math.min(delivered.length, first + 1 + after), 0, again);
      }
      return { all, delivered };
    }),
);

/** The value of the change that is newest by second, then by arrival. */
const newestOf = (all: readonly Made[]): number =>
  all.toSorted((a, b) => a.second - b.second || a.receivedAt - b.receivedAt).at(-1)?.value ?? -1;

const apply = (before: Message, all: readonly MessageChange[]): Message =>
  all.reduce((changed, change) => changedMessage(changed, change, settings), before);

describe('changes that a provider dates to whole seconds', () => {
  it.each(Object.entries(KINDS))(
    'the second %s within a second is the newest',
    (_kind, { make, shown, of }) => {
      const [one, other] = [0, 1].map((value) =>
        make({ value, second: 1, receivedAt: BEGAN_MS + value, id: `id-${value}` }),
      );
      if (one === undefined || other === undefined) throw new Error('no changes');
      expect(shown(apply(message, [one, other]))).toBe(of[1]);
      const back = make({ value: 0, second: 1, receivedAt: BEGAN_MS + 2, id: 'id-2' });
      expect(shown(apply(message, [one, other, back]))).toBe(of[0]);
      expect(shown(apply(message, [one, other, one]))).toBe(of[1]);
      const after = apply(message, [one, other]);
      expect(changedMessage(after, other, settings)).toBe(after);
    },
  );

  it.each(Object.entries(KINDS))(
    'R04: every order of %s changes with repetitions ends with the newest',
    (_kind, { make, shown, of }) => {
      fc.assert(
        fc.property(deliveries, ({ all, delivered }) => {
          expect(shown(apply(message, delivered.map(make)))).toBe(of[newestOf(all)]);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it.each(Object.entries(KINDS))(
    'R04: the same holds for %s changes that wait for their message',
    (_kind, { make, shown, of }) => {
      fc.assert(
        fc.property(deliveries, fc.nat(12), ({ all, delivered }, parkedCount) => {
          const made = delivered.map(make);
          const parked = made.slice(0, parkedCount).reduce<MessageChange[]>(parkedWith, []);
          const stored = withParkedChanges(message, parked, settings, []);
          expect(shown(apply(stored, made.slice(parkedCount)))).toBe(of[newestOf(all)]);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('R04: every order of names and marketing preferences with repetitions ends with the newest', () => {
    fc.assert(
      fc.property(deliveries, ({ all, delivered }) => {
        // Their events have no ids: a value is what distinguishes them.
        const isOnce = new Set(all.map(({ value, second }) => `${value}.${second}`)).size === all.length;
        fc.pre(isOnce);
        let changed = contact;
        for (const { value, second, receivedAt } of delivered) {
          const told = { sentAt: BEGAN_MS + second * SECOND_MS, receivedAt };
          changed = contactAfterAddressBook(changed, { ...told, name: `Nome ${value}` });
          changed = contactAfterPreference(changed, { ...told, isWanted: value > 0 });
        }
        expect(changed.name).toBe(`Nome ${newestOf(all)}`);
      }),
      { numRuns: RUNS },
    );
    const told = { sentAt: BEGAN_MS, receivedAt: BEGAN_MS + 1 };
    const stopped = contactAfterPreference(contact, { ...told, isWanted: false });
    expect(stopped.marketingStoppedAt).not.toBeNull();
    const resumed = contactAfterPreference(stopped, { ...told, receivedAt: BEGAN_MS + 2, isWanted: true });
    expect(resumed.marketingStoppedAt).toBeNull();
    expect(contactAfterPreference(resumed, { ...told, isWanted: false })).toBe(resumed);
  });
});

describe('the newest change', () => {
  it('is ordered by milliseconds if its provider gives them', () => {
    const at = (ms: number) => new Date(BEGAN_MS + ms).toISOString();
    const known = { at: at(500), arrival: arrivalOf(2, 'a', null) };
    expect(datedAfter(known, { at: at(400), arrival: arrivalOf(9, 'b', null) })).toBeUndefined();
    expect(datedAfter(known, { at: at(600), arrival: arrivalOf(1, 'b', null) })).toMatchObject({
      isNewest: true,
    });
  });

  it('of a row of an earlier release is replaced by one of the same second, and not by an older one', () => {
    const known = { at: new Date(BEGAN_MS).toISOString(), arrival: null };
    const change = (second: number) => ({
      at: new Date(BEGAN_MS + second * SECOND_MS).toISOString(),
      arrival: arrivalOf(BEGAN_MS, 'a', null),
    });
    expect(datedAfter(known, change(0))).toMatchObject({ isNewest: true });
    expect(datedAfter(known, change(-1))).toBeUndefined();
  });

  it('is the one that a user makes now, also when the clock of the known one is ahead', () => {
    const ids = createSystemIds();
    for (const aheadMs of [-5000, 0, 1, 30_000]) {
      const known = {
        at: new Date(BEGAN_MS + aheadMs).toISOString(),
        arrival: arrivalOf(BEGAN_MS + aheadMs, 'a', null),
      };
      const own = datedNow(known, { nowMs: BEGAN_MS, ids });
      expect(datedAfter(own, known)).toBeUndefined();
      const next = { at: known.at, arrival: arrivalOf(BEGAN_MS + 40_000, 'b', null) };
      if (aheadMs >= 0) expect(datedAfter(own, next)).toMatchObject({ isNewest: true });
    }
  });
});
