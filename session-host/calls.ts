import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  proto,
  type WAMessage,
} from 'baileys';
import type { RecentMap } from './recent-map.ts';

const { StubType } = proto.WebMessageInfo;
/** The phone took the call, or its owner refused it there: nobody missed it. */
const ANSWERED = new Set(['accept', 'reject']);
const ANSWERED_REASONS = new Set(['accepted_elsewhere', 'rejected_elsewhere']);

/**
 * A call that rang and ended without an answer, as a message of its conversation under the call's id; undefined for
 * everything before its end. `offers` remembers calls that ring.
 */
export const toMissedCall = (
  node: BinaryNode,
  offers: RecentMap<string, BinaryNode>,
): WAMessage | undefined => {
  const [info] = getAllBinaryNodeChildren(node);
  const id = info?.attrs['call-id'];
  if (info === undefined || id === undefined) return undefined;
  if (info.tag === 'offer' || info.tag === 'offer_notice') {
    offers.set(id, node);
    return undefined;
  }
  const offer = offers.get(id);
  const isAnswered = ANSWERED.has(info.tag) || ANSWERED_REASONS.has(info.attrs.reason ?? '');
  if (isAnswered || info.tag === 'terminate') offers.delete(id);
  if (offer === undefined || isAnswered || info.tag !== 'terminate') return undefined;
  const [rang] = getAllBinaryNodeChildren(offer);
  const caller = rang?.attrs['call-creator'] ?? offer.attrs.from ?? '';
  const number = rang?.attrs.caller_pn;
  const group = rang?.attrs['group-jid'];
  const isVideo = rang !== undefined && getBinaryNodeChild(rang, 'video') !== undefined;
  const name = offer.attrs.notify;
  const identity = number === undefined ? {} : { remoteJidAlt: number };
  const writer = number === undefined ? {} : { participantAlt: number };
  return {
    key: {
      fromMe: false,
      id,
      ...(group === undefined
        ? { remoteJid: caller, ...identity }
        : { remoteJid: group, participant: caller, ...writer }),
    },
    ...(name === undefined ? {} : { pushName: name }),
    messageTimestamp: Number(offer.attrs.t ?? 0),
    messageStubType: isVideo ? StubType.CALL_MISSED_VIDEO : StubType.CALL_MISSED_VOICE,
  };
};
