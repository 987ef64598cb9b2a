import { idSchema, instantSchema } from '@prosa/shared/entities/common.ts';
import { sparse } from '@prosa/shared/entities/sparse.ts';
import {
  directoryUserSchema,
  emailOwnerSchema,
  presenceSchema,
  sessionSchema,
  userSchema,
} from '@prosa/shared/entities/user.ts';
import * as z from 'zod';
import { afterInstant, DAY_S, defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const User = defineEntity({
  name: 'user',
  schema: userSchema,
  scope: 'tenant',
  attributes: ['profile', 'active', 'sessionVersion'],
  secrets: ['passwordHash'],
  key: keys.user,
});
/** The brief form of a user for the directory. `userItems` writes it with the full row. */
export const DirectoryUser = defineEntity({
  name: 'directoryUser',
  schema: directoryUserSchema,
  scope: 'tenant',
  key: keys.directoryUser,
});
export const EmailOwner = defineEntity({
  name: 'emailOwner',
  schema: emailOwnerSchema,
  scope: 'global',
  key: keys.global.email,
});
export const Presence = defineEntity({
  name: 'presence',
  schema: presenceSchema,
  scope: 'tenant',
  attributes: ['seenAt'],
  key: keys.presence,
});
export const Session = defineEntity({
  name: 'session',
  schema: sessionSchema,
  scope: 'tenant',
  schemaVersion: 2,
  // Version 1 has no device, so the device stays unknown.
  upgrade: { 1: (fields) => fields },
  secrets: ['familyHash', 'currentHash', 'previousHash'],
  key: keys.session,
  expiresAt: (item) => afterInstant(item.expiresAt, DAY_S),
});
/** A one-time socket token for opening a WebSocket connection, stored as the hash of the browser's value. */
export const SocketToken = defineEntity({
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
  key: keys.global.socketToken,
  expiresAt: (item) => afterInstant(item.expiresAt, 60),
});
export const FRAME_FORMS = ['single', 'arrays', 'deflated'] as const;
/** A browser's WebSocket connection. Deleted on disconnect, on 410 and by TTL; readers filter on `expiresAt`. */
export const Socket = defineEntity({
  name: 'socket',
  schema: z.object({
    companyId: idSchema,
    socketId: z.string(),
    userId: idSchema,
    sessionId: z.string(),
    /** Version of the sign-in session at opening; a later version of the user ends the WebSocket connection. */
    sessionVersion: z.int(),
    rooms: z.array(z.string()).default([]),
    /**
     * Frame format that the client accepts: one event in a frame, several, or several compressed if that saves
     * frames.
     */
    frames: sparse(z.enum(FRAME_FORMS), 'single'),
    expiresAt: instantSchema,
  }),
  scope: 'tenant',
  attributes: ['expiresAt'],
  key: keys.socket,
  expiresAt: (item) => afterInstant(item.expiresAt, 0),
});
/**
 * A user's newest page that has started to fetch and has no WebSocket connection yet. Deleted with the first event that
 * the page misses, when the page asks for it, and by TTL.
 */
export const StartingPage = defineEntity({
  name: 'startingPage',
  schema: z.object({ companyId: idSchema, userId: idSchema, page: z.string(), expiresAt: instantSchema }),
  scope: 'tenant',
  attributes: ['page', 'expiresAt'],
  key: keys.startingPage,
  expiresAt: (item) => afterInstant(item.expiresAt, 0),
});
export const SocketOwner = defineEntity({
  name: 'socketOwner',
  schema: z.object({ socketId: z.string(), companyId: idSchema, userId: idSchema, expiresAt: instantSchema }),
  scope: 'global',
  key: keys.global.socketOwner,
  indexes: { g5: keys.global.listeningSocket },
  expiresAt: (item) => afterInstant(item.expiresAt, 0),
});
