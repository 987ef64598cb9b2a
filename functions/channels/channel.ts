import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';
import type { ChannelCommand, OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { ShownContents } from '@prosa/shared/messaging/content-shown.ts';
import type { Channel as ChannelName } from '@prosa/shared/messaging/identity.ts';
import type { SessionLifeCommand } from '@prosa/shared/messaging/session-command.ts';
import type { Lane, QueueName } from '@prosa/shared/resource-names.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import type { MessageIdParts } from '../domain/message-id.ts';
import type { ReplyWindowPolicy } from '../domain/messages/reply-window.ts';
import type { OutsideCall } from '../domain/turns/turn.ts';
import { renderContent } from './render-content.ts';

export type FileKind = Extract<OutboundContent, { key: string }>['kind'];

/** Capabilities of a channel. Content that it cannot show is sent as text; actions that it lacks are not offered. */
export interface Capabilities extends ShownContents {
  /** Whether the company may write first. Otherwise the contact must, or a template is needed. */
  writesFirst: boolean;
  /** When a contact may be answered; null where always. */
  replyWindow: ReplyWindowPolicy | null;
  quotes: boolean;
  readReceipts: boolean;
  voiceNotes: boolean;
  contactCards: boolean;
  /** Milliseconds after its sending in which a text can be changed; null where it cannot. */
  editWindowMs: number | null;
  /** The account's own phone can be told that a chat is unread. */
  marksUnread: boolean;
  /** Whether it can be asked which numbers it reaches. */
  checksNumbers: boolean;
  /** A message can be taken back for everybody. */
  delete: boolean;
  textChars: number;
  captionChars: number;
  fileBytes: Readonly<Record<FileKind, number>>;
}

interface Definition {
  name: ChannelName;
  /** Kind of its contacts' ids: a contact is reached over every channel with the same kind. */
  reachedBy: 'phone' | 'psid' | 'igsid';
  capabilities: Capabilities;
  /**
   * The FIFO queue in which a connection's commands wait for the worker that carries them out: the session host's by shard and
   * lane, or one of a provider's channels, named in `shared/resource-names.ts` and read by a program of `infra/programs.ts`.
   * The worker gets each {@link ChannelCommand} of the connection, those of one contact in order, asks `credentialsOf` for
   * the account's token, and tells the outcome by inbound events. A channel whose connections begin with credentials gets
   * no life-cycle commands. Null while nothing carries commands out: then the channel only receives.
   */
  queueOf: ((connectionId: number, lane: Lane) => QueueName) | null;
  /**
   * Whose id a message of ours carries. `ours`: chosen before it is sent, so that a repeated send is the same message,
   * and telling where the message is stored; changes of it have ids of ours that tell nothing. `provider`: known only afterwards; settling the send writes the marker
   * that receipts and quotes find.
   */
  ids:
    | { of: 'provider' }
    | {
        of: 'ours';
        make: (place: MessageIdParts) => string;
        read: ReadOwnId;
        makeForChange: (uuid: string) => string;
      };
}

/** The place that an id of ours tells; undefined for any other id. */
type ReadOwnId = (providerMessageId: string, connectionId: number) => MessageIdParts | undefined;

/** One way to reach people, as everything else knows it. */
export interface Channel extends Definition {
  canSend: boolean;
  /** How its connections come to work; see `shared/rules/channel-connections.ts`. */
  begins: 'session' | 'credentials';
  /** How a new connection begins: whether the session host is to keep it live, its status until then, and what is asked for. */
  beginning: (own: { companyId: number; connectionId: number }) => {
    started: boolean;
    status: ConnectionStatus;
    calls: OutsideCall[];
  };
  /**
   * A content as messages of this channel: rich ones as their text where it cannot show them, texts longer than it takes
   * in several, captions likewise.
   */
  render: (content: OutboundContent) => OutboundContent[];
  /**
   * A command on its way to who carries it out, in the order of those for the same contact, or number that is none's.
   * @throws Error on a channel that only receives: callers ask {@link Channel.canSend}
   */
  call: (command: ChannelCommand, to: number | string) => OutsideCall;
  /** A command to a connection's session, in the order of those before it; none where the channel has no sessions. */
  lifeCycle: (command: SessionLifeCommand) => OutsideCall[];
  /** The same channel for what nobody waits for: its commands hold up none of the others. */
  inBulk: Channel;
}

/** Where a message lies whose id is one of ours; undefined for the ids of others. */
export const ownPlaceOf = (
  { ids }: Pick<Definition, 'ids'>,
  connectionId: number,
  providerMessageId: string,
): MessageIdParts | undefined => (ids.of === 'ours' ? ids.read(providerMessageId, connectionId) : undefined);

export const defineChannel = (definition: Definition): Channel => {
  const { name, queueOf, capabilities } = definition;
  const { begins } = CHANNEL_CONNECTIONS[name];
  const inLane = (lane: Lane): Omit<Channel, 'inBulk'> => {
    const callTo = (
      command: ChannelCommand | SessionLifeCommand,
      to: readonly (number | string)[],
    ): OutsideCall => {
      if (queueOf === null) throw new Error(`nothing carries out commands of ${name}`);
      const { companyId, connectionId } = command;
      return {
        queue: queueOf(connectionId, lane),
        groupId: [companyId, connectionId, ...to].join(':'),
        body: JSON.stringify(command),
      };
    };
    const lifeCycle = (command: SessionLifeCommand): OutsideCall[] =>
      begins === 'session' ? [callTo(command, [])] : [];
    return {
      ...definition,
      begins,
      canSend: queueOf !== null,
      render: (content) => renderContent(content, capabilities),
      call: (command, to) => callTo(command, [to]),
      lifeCycle,
      beginning: (own) => ({
        started: begins === 'session',
        status: begins === 'session' ? 'OPENING' : 'DISCONNECTED',
        calls: lifeCycle({ v: 1, ...own, type: 'start', fresh: false }),
      }),
    };
  };
  const bulk = inLane('bulk');
  const inBulk: Channel = {
    ...bulk,
    get inBulk() {
      return inBulk;
    },
  };
  return { ...inLane('prompt'), inBulk };
};
