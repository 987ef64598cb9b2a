import type { WebhookProvider } from '@prosa/shared/contracts/route.ts';
import { PLATFORM_COMPANY_ID } from '@prosa/shared/entities/company.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { DirectoryUser } from '@prosa/shared/entities/user.ts';
import { hasAbility } from '@prosa/shared/permissions.ts';
import { isPastDue } from '@prosa/shared/rules/subscription.ts';
import type { SharedItemsUser } from '@prosa/shared/rules/tag-rights.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import type { Directory } from '../directory.ts';
import { type LogFields, withLogFields } from '../log.ts';
import { type CompanyId, provenCompany } from './company-id.ts';

/** A user with an access token, and the user's current rights. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly companyId: CompanyId;
  readonly userId: number;
  readonly sessionId: string;
  readonly user: DirectoryUser;
  readonly viewer: Viewer;
  readonly directory: Directory;
}

/** A user of a company with the user's rights: a calling user, or a user on whose behalf the system continues work. */
export type Attendant = Omit<UserPrincipal, 'kind' | 'sessionId'>;

/**
 * An external system of a company, with a connection's API token: it may send over that connection and nothing else
 * (S-26).
 */
export interface ApiTokenPrincipal {
  readonly kind: 'api-token';
  readonly companyId: CompanyId;
  readonly connection: DirectoryConnection;
  readonly directory: Directory;
}

/**
 * A messaging provider that sent a webhook. Its signature of the raw request body was verified. The function reads the
 * company from the body.
 */
export interface WebhookPrincipal {
  readonly kind: 'webhook';
  readonly provider: WebhookProvider;
}

/** Tasks of the system principal: our own entry points, and code that runs before the caller is known. */
export type SystemTask =
  | 'sign-in'
  | 'all-companies'
  | 'live-channel'
  | 'inbound'
  | 'meta-webhooks'
  | 'channel-commands'
  | 'timers'
  | 'contact-imports'
  | 'contact-exports'
  | 'campaign-plans'
  | 'campaigns'
  | 'history-imports'
  | 'webhook-deliveries'
  | 'integration-calls'
  | 'assistant-calls'
  | 'outbox-sweep'
  | 'live'
  | 'index'
  | 'replay'
  | 'session-host'
  | 'setup'
  | 'sandbox';

/** The system, which acts for a company without a caller. */
export interface SystemPrincipal {
  readonly kind: 'system';
  readonly task: SystemTask;
  readonly companyId: CompanyId;
}

/** An authenticated caller, or the system. */
export type Principal = UserPrincipal | ApiTokenPrincipal | WebhookPrincipal | SystemPrincipal;

/**
 * Returns the system principal for the company of an internal event or row. Only entry points may call it, never with
 * an id that a caller sent (an invariant lists the places).
 * @throws RangeError if the number is not a company id
 */
export const systemPrincipal = (task: SystemTask, companyId: number): SystemPrincipal => ({
  kind: 'system',
  task,
  companyId: provenCompany(companyId),
});

/** Returns the log fields of the system when it acts for no particular company. */
export const systemActor = (task: SystemTask): LogFields => ({ actor: `system:${task}` });

/** Returns the principal and its company as log fields. */
const actorFields = (principal: Principal): LogFields => {
  switch (principal.kind) {
    case 'user':
      return { actor: `user:${principal.userId}`, companyId: principal.companyId };
    case 'api-token':
      return { actor: `connection:${principal.connection.id}`, companyId: principal.companyId };
    case 'webhook':
      return { actor: `webhook:${principal.provider}` };
    case 'system':
      return { ...systemActor(principal.task), companyId: principal.companyId };
  }
};

/** Runs `work` with log lines that name the principal; without a principal (not yet authenticated) they name none. */
export const actAs = <T>(principal: Principal | undefined, work: () => T): T =>
  withLogFields(principal === undefined ? {} : actorFields(principal), work);

/** Returns the fields that decide which tickets a user sees. An administrator without queues sees all queues. */
export const viewerOf = (user: DirectoryUser, directory: Directory): Viewer => ({
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

/** Returns the fields that decide which tags and shared quick messages a user may change. */
export const sharedItemsUser = ({ user }: UserPrincipal): SharedItemsUser => ({
  id: user.id,
  managesSharedItems: hasAbility(user, 'shared-items:manage'),
});

/** Whether the company's subscription has expired. */
export const isExpired = (directory: Directory, nowMs: number): boolean =>
  directory.companyId !== PLATFORM_COMPANY_ID &&
  (!directory.company.active ||
    isPastDue(directory.company.dueDate, localDay(directory.company.timeZone, nowMs)));
