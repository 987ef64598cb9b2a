import { isJidGroup, isLidUser, isPnUser, jidDecode, type proto, toNumber } from 'baileys';
import type { ConnectionRef, HistoryWish, KnownPerson } from '../connections/ports.ts';
import { pastMessage } from '../history/history-chunk.ts';
import { toIdentities } from '../inbound/identities.ts';

/**
 * Reads a part from Baileys' decode of the whole part at once: the simple implementation that the streaming one is
 * compared with.
 */
const namesOf = (chunk: proto.IHistorySync): Map<string, string> => {
  const names = new Map<string, string>();
  const note = (lid?: string | null, number?: string | null): void => {
    if (!lid || !number || !isLidUser(lid) || !isPnUser(number)) return;
    names.set(lid, number);
    names.set(number, lid);
  };
  for (const { lidJid, pnJid } of chunk.phoneNumberToLidMappings ?? []) note(lidJid, pnJid);
  for (const { id, lidJid, pnJid } of chunk.conversations ?? []) note(lidJid ?? id, pnJid ?? id);
  return names;
};

/** As many characters as any current time in epoch milliseconds. */
const RECEIVED_AT = 1_700_000_000_000;

const nameOf = ({ displayName, name }: proto.IConversation): string =>
  (displayName || name || '').trim().slice(0, 250);

export const wholePeople = (chunk: proto.IHistorySync): KnownPerson[] => {
  const names = namesOf(chunk);
  return (chunk.conversations ?? []).flatMap((chat) => {
    const jid = chat.id ?? '';
    const number = [jid, names.get(jid)].find((one) => one !== undefined && isPnUser(one));
    const digits = jidDecode(number)?.user ?? '';
    return /^\d{5,20}$/.test(digits) ? [{ number: digits, name: nameOf(chat) || digits }] : [];
  });
};

/** Returns the wanted messages of a part in order. */
export const wholeMessages = (
  chunk: proto.IHistorySync,
  wish: HistoryWish,
  ref: ConnectionRef,
  me: readonly string[],
): ReturnType<typeof pastMessage> => {
  const aliases = namesOf(chunk);
  const secondOf = ({ messageTimestamp }: proto.IWebMessageInfo): number =>
    messageTimestamp ? toNumber(messageTimestamp) : 0;
  return (chunk.conversations ?? []).flatMap((chat) => {
    const jid = chat.id ?? '';
    if (toIdentities(jid).length === 0 || (isJidGroup(jid) === true && !wish.groups)) return [];
    const infos = (chat.messages ?? []).flatMap(({ message }) => (message ? [message] : []));
    let last = 0;
    let place = 0;
    return infos
      .toReversed()
      .toSorted((a, b) => secondOf(a) - secondOf(b))
      .flatMap((info) => {
        const second = secondOf(info);
        place = second === last ? Math.min(place + 1, 999) : 0;
        last = second;
        const sentAt = second * 1000 + place;
        if (second * 1000 < wish.fromMs || second * 1000 > wish.toMs) return [];
        // WhatsApp's first year is 2009, and no message comes from the future.
        if (second < 1_230_768_000 || second * 1000 > Date.now() + 60_000) return [];
        const chatOf = { jid, name: nameOf(chat), aliases };
        return pastMessage(info, chatOf, { ...ref, me, receivedAt: RECEIVED_AT }).map(({ event, ack }) => ({
          event: { ...event, sentAt },
          ack,
        }));
      });
  });
};

/** Cuts messages into pieces of a hundred each, or 200 kB if that is less. */
export const cutPieces = <T>(messages: readonly T[]): T[][] => {
  const pieces: T[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message));
    const last = pieces.at(-1);
    if (last === undefined || last.length === 100 || bytes + size > 200_000) {
      pieces.push([message]);
      bytes = size;
    } else {
      last.push(message);
      bytes += size;
    }
  }
  return pieces;
};
