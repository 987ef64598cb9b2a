import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  proto,
  type WAMessage,
} from 'baileys';

const { StubType } = proto.WebMessageInfo;
/** The phone took the call, or its owner refused it there: nobody missed it. */
const ANSWERED = new Set(['accept', 'reject']);
const ANSWERED_REASONS = new Set(['accepted_elsewhere', 'rejected_elsewhere']);

/** What a stanza tells of a call. */
export type CallNews =
  /** It rings; `missed` is what it is in its conversation if nobody answers it, under the call's id. */
  | { id: string; missed: WAMessage }
  /** It is over. */
  | { id: string; isMissed: boolean };

/** undefined for what happens between a call's begin and its end. */
export const readCall = (node: BinaryNode): CallNews | undefined => {
  const [info] = getAllBinaryNodeChildren(node);
  const id = info?.attrs['call-id'];
  if (info === undefined || id === undefined) return undefined;
  if (info.tag === 'offer' || info.tag === 'offer_notice') return { id, missed: missedCall(id, node, info) };
  const isAnswered = ANSWERED.has(info.tag) || ANSWERED_REASONS.has(info.attrs.reason ?? '');
  return isAnswered || info.tag === 'terminate' ? { id, isMissed: !isAnswered } : undefined;
};

const missedCall = (id: string, { attrs }: BinaryNode, offer: BinaryNode): WAMessage => {
  const caller = offer.attrs['call-creator'] ?? attrs.from ?? '';
  const number = offer.attrs.caller_pn;
  const group = offer.attrs['group-jid'];
  const isVideo = getBinaryNodeChild(offer, 'video') !== undefined;
  const name = attrs.notify;
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
    messageTimestamp: Number(attrs.t ?? 0),
    messageStubType: isVideo ? StubType.CALL_MISSED_VIDEO : StubType.CALL_MISSED_VOICE,
  };
};
