import { idSchema, instantSchema } from '@prosa/shared/entities/common.ts';
import {
  connectionHealthSchema,
  connectionPairingSchema,
  connectionSchema,
  connectionStateSchema,
  directoryConnectionSchema,
} from '@prosa/shared/entities/connection.ts';
import {
  historyImportSchema,
  historyStepSchema,
  phoneContactSchema,
} from '@prosa/shared/entities/history-import.ts';
import { numberResultSchema } from '@prosa/shared/messaging/identity.ts';
import { SESSION_SHARDS } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

const HEALTH_KEPT_S = 7 * DAY_S;

export const Connection = defineEntity({
  name: 'connection',
  schema: connectionSchema,
  scope: 'tenant',
  schemaVersion: 2,
  upgrade: { 1: (fields) => ({ ...fields, businessId: '' }) },
  attributes: ['isDefault'],
  secrets: ['tokenHash', 'proxy', 'credentials'],
  key: keys.connection,
  globalIndexes: {
    // Only connections that the session host keeps connected are in its index.
    g1: (item) =>
      item.started
        ? keys.global.sessionShard({
            shard: item.id % SESSION_SHARDS,
            companyId: item.companyId,
            id: item.id,
          })
        : undefined,
    g2: keys.global.connectionOfAny,
  },
});
/** The brief form of a connection for the directory. `connectionItems` writes it with the full row. */
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
/** A request for a pairing code; expires a day later. */
export const ConnectionPairing = defineEntity({
  name: 'connectionPairing',
  schema: connectionPairingSchema,
  scope: 'tenant',
  secrets: ['code'],
  key: keys.connectionPairing,
  expiresAt: (item) => afterInstant(item.askedAt, DAY_S),
});
/**
 * The health of a connection's account, written by the session host, or from the provider's news. The row of a session
 * expires if it is no longer reported; news are told once, and kept.
 */
export const ConnectionHealth = defineEntity({
  name: 'connectionHealth',
  schema: connectionHealthSchema,
  scope: 'tenant',
  schemaVersion: 2,
  upgrade: { 1: (fields) => ({ ...fields, newsAt: {}, violationAt: null, unreadable: 0 }) },
  key: keys.connectionHealth,
  expiresAt: (item) =>
    Object.keys(item.newsAt).length === 0 ? afterInstant(item.toldAt, HEALTH_KEPT_S) : undefined,
});
/** Maps the hash of an external API token to its connection; permanently, or until the instant. */
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
/** Maps a provider's account id (page, Instagram account, phone number) to its connection. */
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
/**
 * A connection of a provider's business (a WhatsApp Business account, a page), for updates that name the business
 * alone. Several connections, also of several companies, may belong to one business.
 */
export const BusinessRoute = defineEntity({
  name: 'businessRoute',
  schema: z.object({
    channel: z.string(),
    businessId: z.string(),
    companyId: idSchema,
    connectionId: idSchema,
  }),
  scope: 'global',
  key: keys.global.businessRoute,
});
/** A check whether a number is on WhatsApp, over a connection, and the provider's answer. */
export const NumberCheck = defineEntity({
  name: 'numberCheck',
  schema: z.object({
    companyId: idSchema,
    connectionId: idSchema,
    number: z.string(),
    askedAt: instantSchema,
    /** Null until the answer arrives. */
    result: numberResultSchema.nullable(),
  }),
  scope: 'tenant',
  key: keys.numberCheck,
  expiresAt: (item) => afterInstant(item.askedAt, DAY_S),
});
/**
 * Recent failures of a connection's provider, and whether its circuit is open. Written only when the provider fails or
 * recovers; expires a day after the last failure.
 */
export const Circuit = defineEntity({
  name: 'circuit',
  schema: z.object({
    companyId: idSchema,
    connectionId: idSchema,
    failedAt: z.array(instantSchema).min(1),
    /** Null while calls are made. */
    open: z
      .object({
        /** Number of pauses since it opened, the current one included. */
        pauses: z.int().positive(),
        /** End of the pause; during a trial call the time after which the trial counts as lost. */
        until: instantSchema,
        isTrying: z.boolean(),
      })
      .nullable(),
  }),
  scope: 'tenant',
  key: keys.circuit,
  expiresAt: ({ failedAt }) => afterInstant(failedAt.at(-1) ?? '', DAY_S),
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
export const HistoryImport = defineEntity({
  name: 'historyImport',
  schema: historyImportSchema,
  scope: 'tenant',
  key: keys.historyImport,
});
/** Longer than the queue retains its messages, and than WhatsApp's servers retain a phone's history. */
const STEP_KEPT_S = 30 * DAY_S;
export const HistoryStep = defineEntity({
  name: 'historyStep',
  schema: historyStepSchema,
  scope: 'tenant',
  key: keys.historyStep,
  expiresAt: ({ at }) => afterInstant(at, STEP_KEPT_S),
});
/**
 * A contact of a connection's phone. Costs two write units when the phone reports it; deleted with the WhatsApp
 * session.
 */
export const PhoneContact = defineEntity({
  name: 'phoneContact',
  schema: phoneContactSchema,
  scope: 'tenant',
  key: keys.phoneContact,
});
