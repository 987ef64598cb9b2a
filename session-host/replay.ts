import { errorFields, log } from '@prosa/functions/platform/log.ts';
import { cleanMessage, decodeMessageNode, proto, unpadRandomMax16 } from 'baileys';
import { toInboundEvents } from './inbound.ts';
import type { InboundSink } from './inbound-sink.ts';
import type { WalEntry, WriteAheadLog } from './write-ahead-log.ts';

/** Sends what the last process decrypted and acknowledged, but could not put on the queue. */
export const replay = async (
  leftover: ReadonlyMap<string, WalEntry>,
  wal: WriteAheadLog,
  sink: InboundSink,
): Promise<number> => {
  let events = 0;
  await Promise.all(
    [...leftover].map(async ([id, entry]) => {
      try {
        const { fullMessage } = decodeMessageNode(
          { tag: 'message', attrs: entry.attrs },
          entry.meId,
          entry.meLid,
        );
        const message = proto.Message.decode(unpadRandomMax16(Buffer.from(entry.plaintext, 'base64')));
        const whole = { ...fullMessage, message: message.deviceSentMessage?.message ?? message };
        cleanMessage(whole, entry.meId, entry.meLid);
        const outgoing = toInboundEvents(whole, { ...entry, me: [entry.meId, entry.meLid] });
        events += outgoing.length;
        await Promise.all(outgoing.map((event) => sink.push(event)));
        await wal.done([id]);
      } catch (error) {
        log.error('write-ahead log entry cannot be replayed', {
          companyId: entry.companyId,
          ...errorFields(error),
        });
      }
    }),
  );
  return events;
};
