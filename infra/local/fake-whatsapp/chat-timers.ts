import { proto } from 'baileys/WAProto/index.js';
import * as z from 'zod';
import type { Journal } from './journal.ts';

const timerSchema = z.object({ seconds: z.int().nonnegative(), setAtS: z.int() });
export type ChatTimer = z.infer<typeof timerSchema>;

const nameOf = (account: string, contact: string): string => `timer/${account}/${contact}`;

/** When messages disappear from the chats of customers with accounts. */
export class ChatTimers {
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** Returns the timer of a customer's chat; undefined if its messages do not disappear. */
  of(account: string, contact: string): ChatTimer | undefined {
    const json = this.journal.get(nameOf(account, contact));
    const timer = json === undefined ? undefined : timerSchema.parse(JSON.parse(json));
    return timer?.seconds === 0 ? undefined : timer;
  }

  set(account: string, contact: string, timer: ChatTimer): void {
    this.journal.set(nameOf(account, contact), timer);
  }
}

/** Returns the message that tells the other side of a chat its new timer. */
export const timerMessage = (seconds: number): proto.IMessage => ({
  protocolMessage: {
    type: proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING,
    ephemeralExpiration: seconds,
  },
});

/** Returns a message with its chat's timer, as phones send it; changes of other messages have none. */
export const withTimer = (message: proto.IMessage, timer: ChatTimer | undefined): proto.IMessage => {
  if (timer === undefined) return message;
  const expiring = { expiration: timer.seconds, ephemeralSettingTimestamp: timer.setAtS };
  const { conversation, imageMessage, extendedTextMessage, pollCreationMessageV3 } = message;
  if (conversation) return { extendedTextMessage: { text: conversation, contextInfo: expiring } };
  const extended = <T extends { contextInfo?: proto.IContextInfo | null }>(part: T): T => ({
    ...part,
    contextInfo: { ...part.contextInfo, ...expiring },
  });
  return {
    ...message,
    ...(imageMessage ? { imageMessage: extended(imageMessage) } : {}),
    ...(extendedTextMessage ? { extendedTextMessage: extended(extendedTextMessage) } : {}),
    ...(pollCreationMessageV3 ? { pollCreationMessageV3: extended(pollCreationMessageV3) } : {}),
  };
};

/** Returns the seconds after which a message, or the new text of an edit, says that it disappears. */
export const expirationOf = (message: proto.IMessage): number | undefined => {
  const edited = message.protocolMessage?.editedMessage;
  for (const part of Object.values(edited ?? message))
    if (typeof part === 'object' && part !== null && 'contextInfo' in part && part.contextInfo)
      return part.contextInfo.expiration ?? undefined;
  return undefined;
};

/** Whether a message is shown like others of its chat, and so disappears if they do. */
export const isShown = ({ protocolMessage, reactionMessage }: proto.IMessage): boolean =>
  !reactionMessage && (!protocolMessage || !!protocolMessage.editedMessage);
