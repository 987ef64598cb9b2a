import { setTimeout as delay } from 'node:timers/promises';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { type Bench, REF } from './harness.ts';

/** Ways in which WhatsApp may end a stream; `drop` closes the connection silently. */
const ENDS = ['503', '515', '428', 'drop'] as const;
const KEY = `${REF.companyId}:${REF.connectionId}`;
/** Messages per round: before, during and after the end of the stream. */
const WRITES = 8;
const SETTLE_MS = 60_000;
const ENDS_AT_ONCE = 20;

/** The results for messages that customers wrote while streams ended. */
export interface Ledger {
  written: number;
  lost: string[];
  /** Messages left as "waiting for this message". */
  unreadable: string[];
  /** Pairs of messages that reached the queue in another order than they were written in, with conversation and times. */
  reordered: string[];
}

type Message = InboundEventOf<'message'>;

/** Ends the stream of a connection again and again while new and known customers write, alone and in a group. */
export const endStreams = async (bench: Bench, ends: number, random: () => number): Promise<Ledger> => {
  const { network } = bench.fake;
  const written: { id: string; chat: string; text: string }[] = [];
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const write = async (round: number, index: number): Promise<void> => {
    const isNew = random() < 0.4;
    const from = isNew ? `55119${70_000_000 + round * 100 + index}` : `55119${60_000_000 + (index % 3)}`;
    const group = !isNew && random() < 0.3 ? { group: { id: '120363000000000001', name: 'Equipe' } } : {};
    const text = `${round}.${index}`;
    const id = await bench.write({ from, text, ...group });
    written.push({ id, text, chat: 'group' in group ? 'group' : from });
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
    // In the order of conversations: by WhatsApp's time, then by arrival. A placeholder keeps the position of its
    // message.
    const arrived = new Map<string, { place: number; event: Message }>();
    for (const event of messages().toSorted((a, b) => a.sentAt - b.sentAt)) {
      const { providerMessageId } = event;
      if (!arrived.has(providerMessageId)) arrived.set(providerMessageId, { place: arrived.size, event });
    }
    const told = ({ id, text }: (typeof written)[number]): string => {
      const { content, sentAt, receivedAt } = arrived.get(id)?.event ?? {};
      return `${text} (${content?.kind}, sent ${sentAt}, received ${receivedAt})`;
    };
    const chats = Map.groupBy(written, ({ chat }) => chat);
    return {
      written: written.length,
      lost: written.flatMap(({ id }) => (found.has(id) ? [] : [id])),
      unreadable: written.flatMap(({ id }) => (found.get(id)?.kind === 'placeholder' ? [id] : [])),
      reordered: [...chats].flatMap(([chat, sent]) =>
        sent.flatMap((message, index) => {
          const before = sent[index - 1];
          if (before === undefined) return [];
          const [one, other] = [before, message].map(({ id }) => arrived.get(id)?.place ?? -1);
          return Number(other) > Number(one) ? [] : [`${chat}: ${told(before)}, then ${told(message)}`];
        }),
      ),
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
      // More ends a minute than the host reconnects on its own, so the test requests it like a user.
      bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
      if (performance.now() > backAt) throw new Error(`not connected again after end ${round + 1}`);
      await delay(20);
    }
    // Otherwise the waiting messages would grow endlessly, because no stream lasts long enough to deliver them.
    if (round % ENDS_AT_ONCE === ENDS_AT_ONCE - 1) await settle();
  }
  return settle();
};
