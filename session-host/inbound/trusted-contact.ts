import type { SignalKeyStore, WASocket } from 'baileys';

/** WhatsApp allows renewing a contact's trust once a week. */
const BUCKET_S = 7 * 24 * 60 * 60;
const bucketOf = (seconds: number): number => Math.floor(seconds / BUCKET_S);

/**
 * Stores that a contact was given our trust token. Baileys issues it after a send and tries to store that, but in a
 * transaction that is already committed, and so issues it again with every message.
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
