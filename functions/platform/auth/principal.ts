import type { WebhookProvider } from '@prosa/shared/contracts/route.ts';
import { PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import type { Directory } from '../directory.ts';

/** A user with an access token, and the rights the company gives now. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly companyId: number;
  readonly userId: number;
  readonly sessionId: string;
  readonly user: User & { version: number };
  readonly viewer: Viewer;
  readonly directory: Directory;
}

/** Another system of a company, with a connection's token: it may send over that connection and nothing else (S-26). */
export interface ApiTokenPrincipal {
  readonly kind: 'api-token';
  readonly companyId: number;
  readonly connection: DirectoryConnection;
  readonly directory: Directory;
}

/** A provider that proved itself over the raw request; whose company it is about is in the delivery. */
export interface WebhookPrincipal {
  readonly kind: 'webhook';
  readonly provider: WebhookProvider;
}

/** Who is calling, proven. */
export type Principal = UserPrincipal | ApiTokenPrincipal | WebhookPrincipal;

/** What decides which tickets a user sees. An administrator without queues of his own works in all of them. */
export const viewerOf = (user: User, directory: Directory): Viewer => ({
  id: user.id,
  profile: user.profile,
  super: user.super,
  queueIds:
    user.profile === 'admin' && user.queueIds.length === 0 ? [...directory.queues.keys()] : user.queueIds,
  connectionId: user.connectionId,
  allTicket: user.allTicket,
  allowGroup: user.allowGroup,
  allHistoric: user.allHistoric,
  allUserChat: user.allUserChat,
});

/** Whether the company's subscription has run out. */
export const isExpired = (directory: Directory, nowMs: number): boolean =>
  directory.companyId !== PLATFORM_COMPANY_ID &&
  (!directory.company.active || Date.parse(directory.company.dueDate) <= nowMs);
