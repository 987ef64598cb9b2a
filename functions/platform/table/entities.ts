import { idSchema, instantSchema } from '@prosa/shared/entities/common.ts';
import {
  companySchema,
  companySettingsSchema,
  planSchema,
  platformSettingsSchema,
} from '@prosa/shared/entities/company.ts';
import {
  connectionSchema,
  connectionStateSchema,
  directoryConnectionSchema,
} from '@prosa/shared/entities/connection.ts';
import { contactAliasSchema, contactSchema } from '@prosa/shared/entities/contact.ts';
import {
  clientMessageSchema,
  isOnItsWay,
  messageSchema,
  providerMessageSchema,
} from '@prosa/shared/entities/message.ts';
import { directoryQueueSchema, queueSchema } from '@prosa/shared/entities/queue.ts';
import { countedFactSchema, rollupSchema } from '@prosa/shared/entities/rollup.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import { tagSchema } from '@prosa/shared/entities/tag.ts';
import {
  conversationSchema,
  ticketLogSchema,
  ticketNoteSchema,
  ticketSchema,
  ticketTrackingSchema,
} from '@prosa/shared/entities/ticket.ts';
import { emailOwnerSchema, presenceSchema, sessionSchema, userSchema } from '@prosa/shared/entities/user.ts';
import { QUEUE_NAMES, SESSION_SHARDS } from '@prosa/shared/resource-names.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import * as z from 'zod';
import { shardOf } from '../ids.ts';
import { defineEntity } from './define-entity.ts';
import { keys } from './keys.ts';

const SECONDS = 1000;
const DAY_S = 86_400;
const afterInstant = (instant: string, seconds: number): number =>
  Math.floor(Date.parse(instant) / SECONDS) + seconds;

/**
 * Shards of the due-timer index: a tick reads each; one partition takes 1 000 writes a second. May be raised, never
 * lowered: a timer stays in the shard that it was set in.
 */
export const TIMER_SHARDS = 32;
/** Shards of the index that the sweep of the outbox reads. */
export const OUTBOX_SHARDS = 4;
/** Shards of the index of sends without an outcome; every send writes there twice. */
export const SEND_SHARDS = 8;

/** Counts the changes of a company's directory: `commit` raises it with each, see `directory-version.ts`. */
export const DirectoryVersion = defineEntity({
  name: 'directoryVersion',
  schema: z.object({ companyId: idSchema }),
  scope: 'tenant',
  key: keys.directoryVersion,
});
export const Company = defineEntity({
  name: 'company',
  schema: companySchema,
  scope: 'tenant',
  key: keys.company,
});
export const CompanySettings = defineEntity({
  name: 'companySettings',
  schema: companySettingsSchema,
  scope: 'tenant',
  key: keys.settings,
});
export const Queue = defineEntity({ name: 'queue', schema: queueSchema, scope: 'tenant', key: keys.queue });
/** A queue as the directory has it: written with the whole one by `queueItems`. */
export const DirectoryQueue = defineEntity({
  name: 'directoryQueue',
  schema: directoryQueueSchema,
  scope: 'tenant',
  key: keys.directoryQueue,
});
export const User = defineEntity({
  name: 'user',
  schema: userSchema,
  scope: 'tenant',
  attributes: ['profile', 'active', 'sessionVersion'],
  secrets: ['passwordHash'],
  key: keys.user,
});
export const Connection = defineEntity({
  name: 'connection',
  schema: connectionSchema,
  scope: 'tenant',
  attributes: ['isDefault'],
  secrets: ['tokenHash'],
  key: keys.connection,
  globalIndexes: {
    // Only what the session host keeps alive is in its index.
    g1: (item) =>
      item.started
        ? keys.global.sessionShard({
            shard: item.id % SESSION_SHARDS,
            companyId: item.companyId,
            id: item.id,
          })
        : undefined,
  },
});
/** A connection as the directory has it: written with the whole one by `connectionItems`. */
export const DirectoryConnection = defineEntity({
  name: 'directoryConnection',
  schema: directoryConnectionSchema,
  scope: 'tenant',
  key: keys.directoryConnection,
});
export const ConnectionState = defineEntity({
  name: 'connectionState',
  schema: connectionStateSchema,
  scope: 'tenant',
  secrets: ['qrcode'],
  key: keys.connectionState,
});
export const Tag = defineEntity({ name: 'tag', schema: tagSchema, scope: 'tenant', key: keys.tag });
export const Presence = defineEntity({
  name: 'presence',
  schema: presenceSchema,
  scope: 'tenant',
  attributes: ['seenAt'],
  key: keys.presence,
});

/**
 * Lists find a ticket by queue, user, status and lane, each run in the order of the last activity.
 *
 * A text that comes in moves it to the front of each, as AWS bills it: message 2 write units (4 over 1 kB), marker 2, the
 * ticket 2 (4 over 1 kB), and 2 in each index it stands in, for the old entry and the new. That is 10 for a ticket that
 * waits in a queue, 12 with an attendant, 14 in a lane, and 18 where message and ticket are large; `inbound-units.test.ts`
 * counts it from the rows. 20 is the most a text may cost.
 */
export const Ticket = defineEntity({
  name: 'ticket',
  schema: ticketSchema,
  scope: 'tenant',
  attributes: ['status'],
  key: keys.ticket,
  indexes: {
    g1: (item) => (item.status === 'closed' && !item.latestClosed ? undefined : keys.ticketByQueue(item)),
    g2: (item) =>
      item.userId === null || (item.status === 'closed' && !item.latestClosed)
        ? undefined
        : keys.ticketByUser({ ...item, userId: item.userId }),
    // Those without a queue stand by themselves in g1: lists of all queues show them or do not.
    g3: (item) =>
      item.queueId === null || (item.status === 'closed' && !item.latestClosed)
        ? undefined
        : keys.ticketByStatus(item),
    g4: (item) => (item.laneId === null ? undefined : keys.ticketByLane({ ...item, laneId: item.laneId })),
  },
});
/** A ticket of a contact, newest last: written with the ticket, removed with it, and never touched between. */
export const ContactTicket = defineEntity({
  name: 'contactTicket',
  schema: z.object({ companyId: idSchema, contactId: idSchema, ticketId: idSchema }),
  scope: 'tenant',
  key: keys.contactTicket,
});
export const TicketLog = defineEntity({
  name: 'ticketLog',
  schema: ticketLogSchema,
  scope: 'tenant',
  key: keys.ticketLog,
});
export const TicketNote = defineEntity({
  name: 'ticketNote',
  schema: ticketNoteSchema,
  scope: 'tenant',
  key: keys.ticketNote,
});
export const TicketTracking = defineEntity({
  name: 'ticketTracking',
  schema: ticketTrackingSchema,
  scope: 'tenant',
  key: keys.ticketTracking,
  // Written when a ticket is made, accepted, handed on and closed: reports cost messages nothing.
  indexes: {
    g1: (item) => keys.trackingByStart({ ...item, at: item.startedOn }),
    g2: (item) =>
      item.finishedAt === null ? undefined : keys.trackingByEnd({ ...item, at: item.finishedAt }),
  },
});

export const Contact = defineEntity({
  name: 'contact',
  schema: contactSchema,
  scope: 'tenant',
  key: keys.contact,
  indexes: {
    g1: (item) => keys.contactByName({ normalizedName: normalizeForSearch(item.name), id: item.id }),
  },
});
export const Conversation = defineEntity({
  name: 'conversation',
  schema: conversationSchema,
  scope: 'tenant',
  key: keys.conversation,
});
export const ContactAlias = defineEntity({
  name: 'contactAlias',
  schema: contactAliasSchema,
  scope: 'tenant',
  key: keys.contactAlias,
});

export const Message = defineEntity({
  name: 'message',
  schema: messageSchema,
  scope: 'tenant',
  attributes: ['fromMe', 'ack', 'attempt', 'sendState', 'sendError'],
  key: keys.message,
  globalIndexes: {
    // A message on its way stands where overdue sends are looked for; whatever settles it takes it out.
    g1: (item) =>
      item.outcomeDueAt !== null && isOnItsWay(item)
        ? keys.global.dueSend({
            shard: (item.companyId + item.contactId) % SEND_SHARDS,
            dueAt: item.outcomeDueAt,
            companyId: item.companyId,
            messageId: item.id,
          })
        : undefined,
  },
});
export const ProviderMessage = defineEntity({
  name: 'providerMessage',
  schema: providerMessageSchema,
  scope: 'tenant',
  key: keys.providerMessage,
  // Markers of stored messages stay for ever; what waits for a message that never came does not.
  expiresAt: (item) =>
    item.messageId === null && item.parkedAt !== undefined
      ? afterInstant(item.parkedAt, 8 * DAY_S)
      : undefined,
});
export const ClientMessage = defineEntity({
  name: 'clientMessage',
  schema: clientMessageSchema,
  scope: 'tenant',
  key: keys.clientMessage,
});

/** A search token of a contact: its words, their tails, and its number's tails. */
export const ContactToken = defineEntity({
  name: 'contactToken',
  schema: z.object({
    companyId: idSchema,
    token: z.string(),
    contactId: idSchema,
    name: z.string(),
    number: z.string(),
    isGroup: sparse(z.boolean(), false),
    /** Newest ticket per connection. */
    tickets: sparse(z.array(z.object({ connectionId: idSchema, ticketId: idSchema })), []),
  }),
  scope: 'tenant',
  key: keys.contactToken,
});
export const MessageToken = defineEntity({
  name: 'messageToken',
  schema: z.object({
    companyId: idSchema,
    word: z.string(),
    messageId: z.string(),
    sortKey: z.string(),
    ticketId: idSchema,
  }),
  scope: 'tenant',
  key: keys.messageToken,
});

/** What reports are made of; see the schema. Only its counts are ever raised, by `addToRollupItem`. */
export const Rollup = defineEntity({
  name: 'rollup',
  schema: rollupSchema,
  scope: 'tenant',
  key: keys.rollup,
});
/** Longer than anything that was given up is kept and could be told again. */
const COUNTED_FACT_LIFE_DAYS = 90;
export const CountedFact = defineEntity({
  name: 'countedFact',
  schema: countedFactSchema,
  scope: 'tenant',
  key: keys.countedFact,
  expiresAt: (item) => afterInstant(item.at, COUNTED_FACT_LIFE_DAYS * DAY_S),
});

/** A value only one row may have; written in the same transaction as its owner. */
export const Unique = defineEntity({
  name: 'unique',
  schema: z.object({ companyId: idSchema, kind: z.string(), value: z.string(), ownerId: idSchema }),
  scope: 'tenant',
  key: keys.unique,
});
const counterSchema = z.object({ name: z.string(), value: z.int().nonnegative() });
export const Counter = defineEntity({
  name: 'counter',
  schema: counterSchema.extend({ companyId: idSchema }),
  scope: 'tenant',
  attributes: ['name', 'value'],
  key: keys.counter,
});
export const Session = defineEntity({
  name: 'session',
  schema: sessionSchema,
  scope: 'tenant',
  secrets: ['currentHash', 'previousHash'],
  key: keys.session,
  expiresAt: (item) => afterInstant(item.expiresAt, DAY_S),
});

/**
 * A message to a queue, committed with what caused it. The stream hands it over and removes it; what is still here after
 * a minute is swept.
 */
export const Outbox = defineEntity({
  name: 'outbox',
  schema: z.object({
    companyId: idSchema,
    id: z.string().min(1),
    queue: z.enum(QUEUE_NAMES),
    /** Messages of a group leave in their order. Empty: unordered. */
    groupId: sparse(z.string().max(128), ''),
    /** Seconds; unordered messages only. */
    delayS: z.int().min(0).max(900).optional(),
    body: z.string().min(1),
    at: instantSchema,
  }),
  scope: 'tenant',
  key: keys.outbox,
  globalIndexes: {
    g1: ({ companyId, id, at }) =>
      keys.global.waitingOutbox({
        // The last character of an id is random.
        shard: id.charCodeAt(id.length - 1) % OUTBOX_SHARDS,
        at,
        companyId,
        id,
      }),
  },
  // The last net: by then, the sweep has sounded its alarm for a week.
  expiresAt: (item) => afterInstant(item.at, 7 * DAY_S),
});

/** Something that happens later. `token` is compared when it fires, so that a replaced timer is a no-op. */
export const Timer = defineEntity({
  name: 'timer',
  schema: z.object({
    companyId: idSchema,
    kind: z.string(),
    subject: z.string(),
    token: z.string(),
    dueAt: instantSchema,
    data: sparse(z.record(z.string(), z.unknown()), {}),
  }),
  scope: 'tenant',
  attributes: ['token'],
  key: keys.timer,
  globalIndexes: {
    g1: (item) =>
      keys.global.dueTimer({
        shard: shardOf([item.companyId, item.kind, item.subject].join('#'), TIMER_SHARDS),
        dueAt: item.dueAt,
        kind: item.kind,
        subject: `${item.companyId}#${item.subject}`,
      }),
  },
});

/** A file on its way: made at presigning, consumed by the message that names it. */
export const Upload = defineEntity({
  name: 'upload',
  schema: z.object({
    companyId: idSchema,
    key: z.string(),
    userId: idSchema,
    fileName: z.string(),
    mimeType: z.string(),
    at: instantSchema,
    usedBy: z.string().nullable().default(null),
  }),
  scope: 'tenant',
  key: keys.upload,
  expiresAt: (item) => (item.usedBy === null ? afterInstant(item.at, DAY_S) : undefined),
});

/** A browser's live channel. Removed on disconnect, on 410 and by TTL; readers filter on `expiresAt`. */
export const Socket = defineEntity({
  name: 'socket',
  schema: z.object({
    companyId: idSchema,
    socketId: z.string(),
    userId: idSchema,
    sessionId: z.string(),
    rooms: z.array(z.string()).default([]),
    /** Takes several events in one frame. */
    batch: sparse(z.boolean(), false),
    expiresAt: instantSchema,
  }),
  scope: 'tenant',
  attributes: ['expiresAt'],
  key: keys.socket,
  expiresAt: (item) => afterInstant(item.expiresAt, 0),
});

export const Lease = defineEntity({
  name: 'lease',
  schema: z.object({
    companyId: idSchema,
    connectionId: idSchema,
    owner: z.string(),
    epoch: z.int().nonnegative(),
    /** Epoch milliseconds. */
    until: z.int().nonnegative(),
  }),
  scope: 'tenant',
  attributes: ['epoch'],
  key: keys.lease,
});
export const WhatsappAuth = defineEntity({
  name: 'whatsappAuth',
  schema: z.object({
    companyId: idSchema,
    connectionId: idSchema,
    name: z.string(),
    /** Base64: nonce, ciphertext and tag. */
    sealed: z.string(),
  }),
  scope: 'tenant',
  secrets: ['sealed'],
  key: keys.whatsappAuth,
});

export const EmailOwner = defineEntity({
  name: 'emailOwner',
  schema: emailOwnerSchema,
  scope: 'global',
  key: keys.global.email,
});
export const CompanyName = defineEntity({
  name: 'companyName',
  schema: z.object({ name: z.string(), companyId: idSchema }),
  scope: 'global',
  key: keys.global.companyName,
});
export const Plan = defineEntity({
  name: 'plan',
  schema: planSchema,
  scope: 'global',
  key: keys.global.plan,
});
export const PlatformSettings = defineEntity({
  name: 'platformSettings',
  schema: platformSettingsSchema,
  scope: 'global',
  key: keys.global.platformSettings,
});
export const GlobalCounter = defineEntity({
  name: 'globalCounter',
  schema: counterSchema,
  scope: 'global',
  attributes: ['name', 'value'],
  key: keys.global.counter,
});
/** How far the ticks have come in a shard of due timers; see `domain/timers/timer-walk.ts`. */
export const TimerWalk = defineEntity({
  name: 'timerWalk',
  schema: z.object({
    shard: z.int().nonnegative(),
    roundAt: instantSchema,
    walkedAt: instantSchema,
    position: z.string(),
  }),
  scope: 'global',
  key: keys.global.timerWalk,
});
/** One-time right to open the live channel, by the hash of what the browser holds. */
export const RealtimeTicket = defineEntity({
  name: 'realtimeTicket',
  schema: z.object({
    hash: z.string(),
    companyId: idSchema,
    userId: idSchema,
    sessionId: z.string(),
    expiresAt: instantSchema,
  }),
  scope: 'global',
  secrets: ['hash'],
  key: keys.global.realtimeTicket,
  expiresAt: (item) => afterInstant(item.expiresAt, 60),
});
export const SocketOwner = defineEntity({
  name: 'socketOwner',
  schema: z.object({ socketId: z.string(), companyId: idSchema, expiresAt: instantSchema }),
  scope: 'global',
  key: keys.global.socketOwner,
  expiresAt: (item) => afterInstant(item.expiresAt, 0),
});
/** A provider's delivery that could not be understood or placed; kept for an operator, never under a tenant. */
export const Quarantine = defineEntity({
  name: 'quarantine',
  schema: z.object({
    source: z.string(),
    id: z.string(),
    reason: z.string(),
    payload: z.string(),
    at: instantSchema,
  }),
  scope: 'global',
  key: keys.global.quarantine,
  expiresAt: (item) => afterInstant(item.at, 30 * DAY_S),
});
/** Which connection a token of the external API opens, by the token's hash; for ever, or until the instant. */
export const ConnectionToken = defineEntity({
  name: 'connectionToken',
  schema: z.object({
    hash: z.string(),
    companyId: idSchema,
    connectionId: idSchema,
    validUntil: instantSchema.nullable(),
  }),
  secrets: ['hash'],
  scope: 'global',
  key: keys.global.connectionToken,
  expiresAt: (item) => (item.validUntil === null ? undefined : afterInstant(item.validUntil, DAY_S)),
});
/** Which connection a provider's account id (page, Instagram account, phone number) belongs to. */
export const ChannelRoute = defineEntity({
  name: 'channelRoute',
  schema: z.object({
    channel: z.string(),
    accountId: z.string(),
    companyId: idSchema,
    connectionId: idSchema,
  }),
  scope: 'global',
  key: keys.global.channelRoute,
});

/** Every entity, for the checks on keys. */
export const ENTITIES = [
  DirectoryVersion,
  Company,
  CompanySettings,
  Queue,
  DirectoryQueue,
  User,
  Connection,
  DirectoryConnection,
  ConnectionState,
  Tag,
  Presence,
  Ticket,
  TicketLog,
  TicketNote,
  TicketTracking,
  ContactTicket,
  Contact,
  Conversation,
  ContactAlias,
  Message,
  ProviderMessage,
  ClientMessage,
  ContactToken,
  MessageToken,
  Rollup,
  CountedFact,
  Unique,
  Counter,
  Session,
  Outbox,
  Timer,
  Upload,
  Socket,
  Lease,
  WhatsappAuth,
  EmailOwner,
  CompanyName,
  Plan,
  PlatformSettings,
  GlobalCounter,
  TimerWalk,
  RealtimeTicket,
  SocketOwner,
  Quarantine,
  ConnectionToken,
  ChannelRoute,
] as const;
