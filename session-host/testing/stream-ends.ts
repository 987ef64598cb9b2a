import { setTimeout as delay } from 'node:timers/promises';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { type Bench, REF } from './harness.ts';

/** How WhatsApp may end a stream; `drop` closes the connection without a word. */
const ENDS = ['503', '515', '428', 'drop'] as const;
const KEY = `${REF.companyId}:${REF.connectionId}`;
/** Messages of a round: before, while and after the stream ends. */
const WRITES = 8;
const SETTLE_MS = 60_000;
const ENDS_AT_ONCE = 20;

/** What became of the messages that customers wrote while streams ended. */
export interface Ledger {
  written: number;
  lost: string[];
  /** Left as "waiting for this message". */
  unreadable: string[];
  /** Conversations whose messages reached the queue in another order than they were written in. */
  reordered: string[];
}

type Message = InboundEventOf<'message'>;

/** Ends the stream of a connection again and again while customers write, new ones and known ones, alone and in a group. */
export const endStreams = async (bench: Bench, ends: number, random: () => number): Promise<Ledger> => {
  const { network } = bench.fake;
  const written: { id: string; chat: string }[] = [];
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const write = async (round: number, index: number): Promise<void> => {
    const isNew = random() < 0.4;
    const from = isNew ? `55119${70_000_000 + round * 100 + index}` : `55119${60_000_000 + (index % 3)}`;
    const group = !isNew && random() < 0.3 ? { group: { id: '120363000000000001', name: 'Equipe' } } : {};
    const id = await bench.write({ from, text: `${round}.${index}`, ...group });
    written.push({ id, chat: 'group' in group ? 'group' : from });
  };
  const messages = (): Message[] => bench.inbox.events.filter((event) => event.type === 'message');
  const contents = () =>
    new Map(
      messages()
        .toSorted(
          (a, b) => Number(b.content.kind === 'placeholder') - Number(a.content.kind === 'placeholder'),
        )
        .map(({ providerMessageId, content }) => [providerMessageId, content]),
    );
  const ledger = (): Ledger => {
    const found = contents();
    // As conversations show them: by WhatsApp's time, then as they came. A placeholder keeps the place of its message.
    const arrived = new Map<string, number>();
    for (const { providerMessageId } of messages().toSorted((a, b) => a.sentAt - b.sentAt))
      if (!arrived.has(providerMessageId)) arrived.set(providerMessageId, arrived.size);
    const chats = Map.groupBy(written, ({ chat }) => chat);
    return {
      written: written.length,
      lost: written.flatMap(({ id }) => (found.has(id) ? [] : [id])),
      unreadable: written.flatMap(({ id }) => (found.get(id)?.kind === 'placeholder' ? [id] : [])),
      reordered: [...chats].flatMap(([chat, ids]) => {
        const places = ids.map(({ id }) => arrived.get(id) ?? -1);
        return places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1)) ? [] : [chat];
      }),
    };
  };
  const settle = async (): Promise<Ledger> => {
    const untilMs = performance.now() + SETTLE_MS;
    for (;;) {
      const now = ledger();
      if ((now.lost.length === 0 && now.unreadable.length === 0) || performance.now() > untilMs) return now;
      await delay(100);
    }
  };
  for (let round = 0; round < ends; round++) {
    const endAt = Math.floor(random() * WRITES);
    const gapMs = random() < 0.5 ? 0 : random() * 6;
    for (let index = 0; index < WRITES; index++) {
      await write(round, index);
      if (gapMs > 0) await delay(random() * gapMs);
      if (index === endAt) network.disconnect(KEY, pick(ENDS) ?? 'drop');
    }
    const backAt = performance.now() + SETTLE_MS;
    while (!network.isConnected(KEY)) {
      // More ends a minute than the host comes back by itself: a person asks for it.
      bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
      if (performance.now() > backAt) throw new Error(`not connected again after end ${round + 1}`);
      await delay(20);
    }
    // What waits would grow without end: no stream lasts long enough to hand it over.
    if (round % ENDS_AT_ONCE === ENDS_AT_ONCE - 1) await settle();
  }
  return settle();
};
