import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { cleanMessage, decodeMessageNode, proto, unpadRandomMax16 } from 'baileys';
import { toInboundEvents } from './inbound.ts';
import type { InboundSink } from './inbound-sink.ts';
import type { WalEntry } from './write-ahead-log.ts';

export interface Replayed {
  events: number;
  failed: number;
}

/**
 * Sends what a former process decrypted and acknowledged, but could not put on the queue. `done` is told each entry
 * whose events the queue has.
 */
export const replay = async (
  leftover: ReadonlyMap<string, WalEntry>,
  sink: InboundSink,
  done: (id: string) => Promise<void> = async () => undefined,
): Promise<Replayed> => {
  const replayed: Replayed = { events: 0, failed: 0 };
  await Promise.all(
    [...leftover].map(async ([id, entry]) => {
      try {
        const events = eventsOf(entry);
        await Promise.all(events.map((event) => sink.push(event)));
        await done(id);
        replayed.events += events.length;
      } catch (error) {
        replayed.failed += 1;
        log.error('write-ahead log entry cannot be replayed', {
          companyId: entry.companyId,
          ...errorFields(error),
        });
      }
    }),
  );
  return replayed;
};

const eventsOf = (entry: WalEntry) => {
  const { fullMessage } = decodeMessageNode({ tag: 'message', attrs: entry.attrs }, entry.meId, entry.meLid);
  const message = proto.Message.decode(unpadRandomMax16(Buffer.from(entry.plaintext, 'base64')));
  const whole = { ...fullMessage, message: message.deviceSentMessage?.message ?? message };
  cleanMessage(whole, entry.meId, entry.meLid);
  return toInboundEvents(whole, { ...entry, me: [entry.meId, entry.meLid] });
};
