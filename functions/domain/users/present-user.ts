import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { UserView } from '@prosa/shared/contracts/users.ts';
import { type Company, dueDateOf, type Plan } from '@prosa/shared/entities/company.ts';
import type { ReachedCap } from '@prosa/shared/entities/reached-cap.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import type { DirectoryEndpoint } from '@prosa/shared/entities/webhook-endpoint.ts';
import { abilitiesOf, hasAbility } from '@prosa/shared/permissions.ts';
import { isOffBySystem } from '@prosa/shared/rules/webhook-endpoints.ts';
import { presentCompanySettings } from '../companies/company-settings.ts';
import type { queueRef } from '../presenters/present-ticket.ts';

type QueueNames = Parameters<typeof queueRef>[0]['queues'];

const queueRefs = (ids: readonly number[], queues: QueueNames) =>
  ids.flatMap((id) => {
    const queue = queues.get(id);
    return queue === undefined ? [] : [{ id: queue.id, name: queue.name, color: queue.color }];
  });

interface Organisation {
  company: Company;
  plan: Plan;
  queues: QueueNames;
}

const companyBrief = ({ company, plan }: Organisation) => ({
  id: company.companyId,
  name: company.name,
  dueDate: dueDateOf(company),
  plan: { id: plan.id, name: plan.name, ...plan.flags },
});

/** Returns a short-lived link to a stored file. */
type Linker = (key: string) => string;

const common = (user: User, link: Linker) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  profile: user.profile,
  super: user.super,
  companyId: user.companyId,
  whatsappId: user.connectionId,
  startWork: user.startWork,
  endWork: user.endWork,
  farewellMessage: user.farewellMessage,
  profileImage: user.profileImage === '' ? '' : link(user.profileImage),
  color: user.color,
  language: user.language,
  defaultTheme: user.defaultTheme,
  defaultMenu: user.defaultMenu,
  defaultTicketsManagerWidth: user.defaultTicketsManagerWidth,
  openNextTicket: user.openNextTicket,
  allTicket: toFlag(user.allTicket),
  allowGroup: user.allowGroup,
  allHistoric: toFlag(user.allHistoric),
  allUserChat: toFlag(user.allUserChat),
  userClosePendingTicket: toFlag(user.userClosePendingTicket),
  showDashboard: toFlag(user.showDashboard),
  allowRealTime: toFlag(user.allowRealTime),
  allowConnections: toFlag(user.allowConnections),
  allowSharedItems: toFlag(user.allowSharedItems),
});

/** Presents a stored user for administrators and for the user. */
export const presentUser = (
  user: User & { version: number; rowCreatedAt: string },
  organisation: Organisation,
  isOnline: boolean,
  link: Linker,
): UserView => ({
  ...common(user, link),
  company: companyBrief(organisation),
  online: isOnline,
  queues: queueRefs(user.queueIds, organisation.queues),
  queueIds: user.queueIds,
  createdAt: user.rowCreatedAt,
  version: user.version,
});

/**
 * Presents the signed-in user with everything that the screens need.
 * @param queueIds the user's queues; all queues for an administrator without own ones
 */
export const presentSessionUser = (
  user: User,
  queueIds: readonly number[],
  organisation: Organisation & {
    settings: CompanySettings;
    reachedCaps: readonly ReachedCap[];
    endpoints: ReadonlyMap<number, Pick<DirectoryEndpoint, 'off'>>;
  },
  link: Linker,
): SessionUser => ({
  ...common(user, link),
  company: {
    ...companyBrief(organisation),
    status: organisation.company.active,
    timeZone: organisation.company.timeZone,
    companieSettings: presentCompanySettings(organisation.settings),
    reachedSendCaps: organisation.reachedCaps.map(({ connectionId, cap, endsAt }) => ({
      connectionId,
      cap,
      endsAt,
    })),
    webhooksOff: hasAbility(user, 'webhooks:manage') && isOffBySystem([...organisation.endpoints.values()]),
  },
  abilities: abilitiesOf(user),
  queues: queueRefs(queueIds, organisation.queues),
});
