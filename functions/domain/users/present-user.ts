import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { UserView } from '@prosa/shared/contracts/users.ts';
import { type Company, type CompanySettings, dueDateOf, type Plan } from '@prosa/shared/entities/company.ts';
import type { User } from '@prosa/shared/entities/user.ts';
import { abilitiesOf } from '@prosa/shared/permissions.ts';
import { presentCompanySettings } from '../companies/company-settings.ts';
import type { queueRef } from '../presenters/present-ticket.ts';

type QueueNames = Parameters<typeof queueRef>[0]['queues'];

const queueRefs = (ids: readonly number[], queues: QueueNames) =>
  ids.flatMap((id) => {
    const queue = queues.get(id);
    return queue === undefined ? [] : [{ id: queue.id, name: queue.name, color: queue.color }];
  });

/** Makes a short-lived link to a stored file. */
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

/** A stored user as administrators and the user see it. */
export const presentUser = (
  user: User & { version: number; rowCreatedAt: string },
  queues: QueueNames,
  isOnline: boolean,
  link: Linker,
): UserView => ({
  ...common(user, link),
  online: isOnline,
  queues: queueRefs(user.queueIds, queues),
  createdAt: user.rowCreatedAt,
  version: user.version,
});

/**
 * The signed-in user with everything the screens decide by.
 * @param queueIds the queues he works in, which for an administrator without own ones are all
 */
export const presentSessionUser = (
  user: User,
  queueIds: readonly number[],
  organisation: { company: Company; plan: Plan; settings: CompanySettings; queues: QueueNames },
  link: Linker,
): SessionUser => ({
  ...common(user, link),
  company: {
    id: organisation.company.companyId,
    name: organisation.company.name,
    dueDate: dueDateOf(organisation.company),
    status: organisation.company.active,
    timeZone: organisation.company.timeZone,
    companieSettings: presentCompanySettings(organisation.settings),
  },
  plan: organisation.plan.flags,
  abilities: abilitiesOf(user),
  queues: queueRefs(queueIds, organisation.queues),
});
