import * as z from 'zod';
import { clockTimeSchema, idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** One policy for new passwords; sign-in accepts up to the same length so that nothing long is ever hashed (S-11). */
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
  /** Raised by a password change, a demotion and 'log out everywhere': older sessions die. */
  sessionVersion: z.int().nonnegative().default(1),
  profile: z.enum(['admin', 'user']).default('user'),
  super: sparse(z.boolean(), false),
  queueIds: sparse(z.array(idSchema), []),
  /** Default connection; `whatsappId` at the edge. */
  connectionId: sparse(idSchema.nullable(), null),
  startWork: sparse(clockTimeSchema, '00:00'),
  endWork: sparse(clockTimeSchema, '23:59'),
  farewellMessage: sparse(z.string(), ''),
  /** Key of the picture's file; '' is none. Browsers get a short-lived link. */
  profileImage: sparse(z.string(), ''),
  color: z.string().default('#7C7C7C'),
  defaultTheme: z.enum(['light', 'dark']).default('light'),
  defaultMenu: z.enum(['open', 'closed']).default('open'),
  /** Pixels, 404 to 700. */
  defaultTicketsManagerWidth: z.int().min(404).max(700).default(550),
  language: z.enum(LANGUAGES).default('pt'),
  allTicket: sparse(z.boolean(), false),
  allowGroup: sparse(z.boolean(), false),
  allHistoric: sparse(z.boolean(), false),
  allUserChat: sparse(z.boolean(), false),
  userClosePendingTicket: z.boolean().default(true),
  showDashboard: sparse(z.boolean(), false),
  allowRealTime: sparse(z.boolean(), false),
  allowConnections: sparse(z.boolean(), false),
  /** May rename and delete the tags and shared quick messages that colleagues made. */
  allowSharedItems: sparse(z.boolean(), false),
  active: z.boolean().default(true),
});
export type User = z.infer<typeof userSchema>;

/** What every request needs of a user: name and colour, and what decides rights. */
export const directoryUserSchema = userSchema.pick({
  companyId: true,
  id: true,
  name: true,
  color: true,
  sessionVersion: true,
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

/** Last sign of life of a user; apart from the user because it changes all the time. */
export const presenceSchema = z.object({ companyId: idSchema, userId: idSchema, seenAt: instantSchema });

/** A family of refresh tokens: only the current one opens it, once (RFC 9700). Of tokens only hashes are kept. */
export const sessionSchema = z.object({
  companyId: idSchema,
  id: z.string(),
  userId: idSchema,
  /** The user's when it was opened: it lives while they are the same. */
  sessionVersion: z.int().nonnegative(),
  /** Of what all of its tokens have in common. */
  familyHash: z.string(),
  currentHash: z.string(),
  previousHash: sparse(z.string().nullable(), null),
  rotatedAt: instantSchema,
  expiresAt: instantSchema,
  /** Whether the browser keeps the cookie when it is closed. */
  remember: z.boolean().default(true),
});

/** Platform-wide owner of an e-mail address. */
export const emailOwnerSchema = z.object({ email: z.string(), companyId: idSchema, userId: idSchema });
