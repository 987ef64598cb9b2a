import {
  type BinaryNode,
  getAllBinaryNodeChildren,
  getBinaryNodeChild,
  proto,
  type WAMessage,
} from 'baileys';

const { StubType } = proto.WebMessageInfo;
/** The call was accepted or rejected on the phone, so it was not missed. */
const ANSWERED = new Set(['accept', 'reject']);
const ANSWERED_REASONS = new Set(['accepted_elsewhere', 'rejected_elsewhere']);

/** The event of a call in a stanza. */
export type CallNews =
  /** The call rings. `missed` is the message for its conversation if nobody answers, under the call's id. */
  | { id: string; missed: WAMessage }
  /** The call has ended. */
  | { id: string; isMissed: boolean };

/** Returns the event of a call's stanza; undefined for anything between the start and the end of a call. */
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
