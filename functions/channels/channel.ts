import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';
import type { ChannelCommand, OutboundContent } from '@prosa/shared/messaging/channel-command.ts';
import type { ShownContents } from '@prosa/shared/messaging/content-shown.ts';
import type { Channel as ChannelName, Identity } from '@prosa/shared/messaging/identity.ts';
import type { SessionLifeCommand } from '@prosa/shared/messaging/session-command.ts';
import type { Lane, QueueName } from '@prosa/shared/resource-names.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { COMPANY_RUNS } from '@prosa/shared/rules/company-shares.ts';
import type { ReplyWindowPolicy } from '@prosa/shared/rules/reply-window.ts';
import type { MessageIdParts } from '../domain/message-id.ts';
import type { OutsideCall } from '../domain/turns/turn.ts';
import { shardOf } from '../platform/ids.ts';
import { renderContent } from './render-content.ts';

export type FileKind = Extract<OutboundContent, { key: string }>['kind'];

/** Capabilities of a channel. Content that it cannot show is sent as text; unsupported actions are not offered. */
export interface Capabilities extends ShownContents {
  /** Whether the company may write first. Otherwise the contact must, or a template is needed. */
  writesFirst: boolean;
  /** When the company may answer a contact; null if always. */
  replyWindow: ReplyWindowPolicy | null;
  quotes: boolean;
  readReceipts: boolean;
  /** Whether contacts see that an attendant is typing. */
  typing: boolean;
  voiceNotes: boolean;
  /**
   * Whether the company must tell customers that a machine answers. Meta requires it in the Messenger Platform's
   * documentation of sending messages, because of laws in California and Germany.
   */
  disclosesBots: boolean;
  contactCards: boolean;
  /** Milliseconds after sending in which a text can be edited; null if never. */
  editWindowMs: number | null;
  /** Whether a chat can be marked unread on the account's own phone. */
  marksUnread: boolean;
  /** Kinds of ids by which the channel tells a name or picture on request (`fetch-profile`); none if it never does. */
  profiles: readonly Identity['kind'][];
  /** Whether the channel can check which numbers it reaches. */
  checksNumbers: boolean;
  /** Whether a message can be deleted for everyone. */
  delete: boolean;
  /**
   * Whether its provider reviews message templates; its driver then has a {@link TemplateDriver}. An approved template
   * may be sent when the reply window is closed.
   */
  templates: boolean;
  textChars: number;
  /** Maximum of a text's bytes in UTF-8, beside `textChars`; null without one. */
  textBytes: number | null;
  /** Whether buttons can stand below a picture, which then takes the place of the header. */
  buttonPictures: boolean;
  captionChars: number;
  fileBytes: Readonly<Record<FileKind, number>>;
}

interface Definition {
  name: ChannelName;
  capabilities: Capabilities;
  /**
   * Returns the FIFO queue in which a connection's commands wait for their worker: the session host's by shard and
   * lane, or that of the providers' commands. The worker receives each {@link ChannelCommand} of the connection, those
   * of one contact in order, and reports the outcome by inbound events.
   */
  queueOf: (connectionId: number, lane: Lane) => QueueName;
  /**
   * Who assigns the id of an outgoing message. `ours`: chosen before sending, so that a repeated send is the same
   * message, and encoding where the message is stored; edits and deletions have ids of ours that encode nothing.
   * `provider`: known only afterwards; settling the send writes the marker by which receipts and quotes find the
   * message.
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

/** Returns the position encoded in an id of ours; undefined for any other id. */
type ReadOwnId = (providerMessageId: string, connectionId: number) => MessageIdParts | undefined;

/** A channel: a way to reach contacts, as the rest of the code sees it. */
export interface Channel extends Definition {
  /** See `shared/rules/channel-connections.ts`, as for `begins`. */
  reachedBy: (typeof CHANNEL_CONNECTIONS)[ChannelName]['reachedBy'];
  begins: 'session' | 'credentials';
  /**
   * Returns the start of a new connection: whether the session host keeps it connected, its status until then, and
   * the commands to send.
   */
  beginning: (own: { companyId: number; connectionId: number }) => {
    started: boolean;
    status: ConnectionStatus;
    calls: OutsideCall[];
  };
  /**
   * Converts a content to messages of this channel: rich content that it cannot show becomes text, and texts and
   * captions that are too long are split.
   */
  render: (content: OutboundContent) => OutboundContent[];
  /**
   * Returns a command for the channel's worker, in order with the commands for the same contact, or for the same
   * number without a contact. A command that fetches from a provider's API, shows typing there, or asks any provider for
   * a profile is not in order with sends, so that a slow one does not delay an answer.
   */
  call: (command: ChannelCommand, to: number | string) => OutsideCall;
  /**
   * Returns a command to a connection's WhatsApp session, in order with earlier ones; none if the channel has no
   * sessions.
   */
  lifeCycle: (command: SessionLifeCommand) => OutsideCall[];
  /** The same channel for bulk work: its commands do not delay the others. */
  inBulk: Channel;
}

/** Returns the position of a message from an id of ours; undefined for other ids. */
export const ownPlaceOf = (
  { ids }: Pick<Definition, 'ids'>,
  connectionId: number,
  providerMessageId: string,
): MessageIdParts | undefined => (ids.of === 'ours' ? ids.read(providerMessageId, connectionId) : undefined);

/** Groups of the commands that must not delay sends. */
const APART: { readonly [Type in ChannelCommand['type']]?: string } = {
  'fetch-media': 'fetch',
  'fetch-profile': 'fetch',
  typing: 'typing',
};

/** Returns the group of what a worker that companies share fetches: one of the lanes of its company (R23). */
const fetchLane = (
  { companyId, connectionId }: Pick<ChannelCommand, 'companyId' | 'connectionId'>,
  to: number | string,
): string => `${companyId}:fetch:${shardOf(`${connectionId}:${to}`, COMPANY_RUNS['channel-commands'])}`;

export const defineChannel = (definition: Definition): Channel => {
  const { name, queueOf, capabilities } = definition;
  const { begins, reachedBy } = CHANNEL_CONNECTIONS[name];
  const inLane = (lane: Lane): Omit<Channel, 'inBulk'> => {
    const callIn = (groupId: string, command: ChannelCommand | SessionLifeCommand): OutsideCall => ({
      queue: queueOf(command.connectionId, lane),
      groupId,
      body: JSON.stringify(command),
    });
    const callTo = (
      command: ChannelCommand | SessionLifeCommand,
      to: readonly (number | string)[],
    ): OutsideCall => callIn([command.companyId, command.connectionId, ...to].join(':'), command);
    const lifeCycle = (command: SessionLifeCommand): OutsideCall[] =>
      begins === 'session' ? [callTo(command, [])] : [];
    return {
      ...definition,
      begins,
      reachedBy,
      render: (content) => renderContent(content, capabilities),
      call: (command, to) => {
        const isShared = begins === 'credentials';
        const apart = isShared || command.type === 'fetch-profile' ? APART[command.type] : undefined;
        if (apart === undefined) return callTo(command, [to]);
        // Files come from other hosts, too: all that a company fetches is in a few groups, across its connections.
        return isShared && apart === 'fetch'
          ? callIn(fetchLane(command, to), command)
          : callTo(command, [to, apart]);
      },
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
