import * as z from 'zod';
import { clockTimeSchema, idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/**
 * The policy for new passwords. Sign-in accepts at most the same length, so that no long text is ever hashed (S-11).
 */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX_BYTES = 128;

export const userRefSchema = z.object({ id: idSchema, name: z.string(), color: z.string() });

export const LANGUAGES = ['pt', 'en', 'es', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

export const userSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  name: z.string(),
  email: z.string(),
  /** PHC string with parameters. Never leaves the server. */
  passwordHash: z.string(),
  /** Increased by a password change, a demotion and 'log out everywhere'; ends all older sign-in sessions. */
  sessionVersion: z.int().nonnegative().default(1),
  /** The `sessionVersion` of the latest sign-in that ended all others, where a company wants one session per user. */
  soleVersion: sparse(z.int().nullable(), null),
  profile: z.enum(['admin', 'user']).default('user'),
  super: sparse(z.boolean(), false),
  queueIds: sparse(z.array(idSchema), []),
  /** Default connection; `whatsappId` in the API. */
  connectionId: sparse(idSchema.nullable(), null),
  startWork: sparse(clockTimeSchema, '00:00'),
  endWork: sparse(clockTimeSchema, '23:59'),
  farewellMessage: sparse(z.string(), ''),
  /** Storage key of the picture; '' without one. Browsers get a short-lived link. */
  profileImage: sparse(z.string(), ''),
  color: z.string().default('#7C7C7C'),
  defaultTheme: z.enum(['light', 'dark']).default('light'),
  defaultMenu: z.enum(['open', 'closed']).default('open'),
  /** Pixels, 404 to 700. */
  defaultTicketsManagerWidth: z.int().min(404).max(700).default(550),
  /** Whether resolving a ticket opens the next ticket of the list. */
  openNextTicket: sparse(z.boolean(), true),
  language: z.enum(LANGUAGES).default('pt'),
  allTicket: sparse(z.boolean(), false),
  allowGroup: sparse(z.boolean(), false),
  allHistoric: sparse(z.boolean(), false),
  allUserChat: sparse(z.boolean(), false),
  userClosePendingTicket: z.boolean().default(true),
  showDashboard: sparse(z.boolean(), false),
  allowRealTime: sparse(z.boolean(), false),
  allowConnections: sparse(z.boolean(), false),
  /** May rename and delete tags and shared quick messages of colleagues. */
  allowSharedItems: sparse(z.boolean(), false),
  active: z.boolean().default(true),
});
export type User = z.infer<typeof userSchema>;

/** The fields of a user that every request loads: name and colour, and those that decide rights. */
export const directoryUserSchema = userSchema.pick({
  companyId: true,
  id: true,
  name: true,
  color: true,
  sessionVersion: true,
  soleVersion: true,
  profile: true,
  super: true,
  queueIds: true,
  connectionId: true,
  startWork: true,
  endWork: true,
  allTicket: true,
  allowGroup: true,
  allHistoric: true,
  allUserChat: true,
  userClosePendingTicket: true,
  showDashboard: true,
  allowRealTime: true,
  allowConnections: true,
  allowSharedItems: true,
  active: true,
});
export type DirectoryUser = z.infer<typeof directoryUserSchema>;

/** Last heartbeat of a user; separate from the user because it changes all the time. */
export const presenceSchema = z.object({ companyId: idSchema, userId: idSchema, seenAt: instantSchema });

/**
 * A sign-in session: a family of refresh tokens, of which only the current one is valid, once (RFC 9700). Only hashes
 * of tokens are stored.
 */
export const sessionSchema = z.object({
  companyId: idSchema,
  id: z.string(),
  userId: idSchema,
  /** The user's session version at sign-in: the session ends when the user's version changes. */
  sessionVersion: z.int().nonnegative(),
  /** Hash of the part that all its tokens have in common. */
  familyHash: z.string(),
  currentHash: z.string(),
  previousHash: sparse(z.string().nullable(), null),
  rotatedAt: instantSchema,
  expiresAt: instantSchema,
  /** Whether the browser keeps the cookie after it is closed. */
  remember: z.boolean().default(true),
  /** Browser and system of the sign-in, for example `Chrome · Windows`, and its IP address; '' if unknown. */
  device: sparse(z.string(), ''),
  ip: sparse(z.string(), ''),
});

/** The platform-wide owner of an e-mail address. */
export const emailOwnerSchema = z.object({ email: z.string(), companyId: idSchema, userId: idSchema });
