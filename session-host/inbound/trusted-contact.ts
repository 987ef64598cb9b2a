import type { SignalKeyStore, WASocket } from 'baileys';

/** WhatsApp lets a contact's trust be renewed once a week. */
const BUCKET_S = 7 * 24 * 60 * 60;
const bucketOf = (seconds: number): number => Math.floor(seconds / BUCKET_S);

/**
 * Notes that a contact was given our trust token. Baileys issues it after a send and means to note that, but does so in a
 * transaction that is committed by then, and so issues it again with every message.
 */
export const noteTrustIssued = async (
  socket: WASocket,
  keys: SignalKeyStore,
  jid: string,
  nowMs: number,
): Promise<void> => {
  const lid = jid.endsWith('@lid') ? jid : await socket.signalRepository.lidMapping.getLIDForPN(jid);
  if (lid === null) return;
  const known = (await keys.get('tctoken', [lid]))[lid];
  const senderTimestamp = Math.floor(nowMs / 1000);
  if (known?.senderTimestamp !== undefined && bucketOf(known.senderTimestamp) >= bucketOf(senderTimestamp))
    return;
  await keys.set({ tctoken: { [lid]: { token: Buffer.alloc(0), ...known, senderTimestamp } } });
};
