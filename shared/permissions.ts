/** Plan flags of the specification: each enables a feature in the company's plan. */
export const PLAN_FLAGS = [
  'useWhatsapp',
  'useFacebook',
  'useInstagram',
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
] as const;
export type PlanFlag = (typeof PLAN_FLAGS)[number];

/**
 * The permission that a route requires. `public` and `cookie` routes are listed in a reviewed file; `webhook` routes
 * are called by a provider that signs the raw request, `api-token` routes by another system with a connection's
 * token, all others by a user.
 */
export type Permission =
  | 'public'
  | 'cookie'
  | 'webhook'
  | 'api-token'
  | 'authenticated'
  | 'admin'
  | 'super'
  | 'connections:manage'
  | 'dashboard:view'
  | 'moments:view'
  | 'tickets:delete'
  | 'tickets:close-all'
  | 'contacts:delete';

/** The kind of caller of a route; `anybody` is not authenticated. */
export type CallerOf<P extends Permission> = P extends 'public' | 'cookie'
  ? 'anybody'
  : P extends 'webhook' | 'api-token'
    ? P
    : 'user';

/** Returns the kind of caller of a permission; see {@link CallerOf}. */
export const callerOf = (permission: Permission): CallerOf<Permission> => {
  switch (permission) {
    case 'public':
    case 'cookie':
      return 'anybody';
    case 'webhook':
    case 'api-token':
      return permission;
    default:
      return 'user';
  }
};

/** The abilities of a session, which the server sends to the browser, so that no screen computes them again. */
export const ABILITIES = [
  'dashboard:view',
  'drawer-admin-items:view',
  'tickets-manager:showall',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'ticket-options:deleteTicket',
  'contacts-page:deleteContact',
  'connections-page:actionButtons',
  'connections-page:addConnection',
  'connections-page:editOrDeleteConnection',
  'tickets-manager:closeAll',
  'tickets:close-pending',
  'tickets:group-tab',
  'moments:view',
  'shared-items:manage',
  'webhooks:manage',
  'users-page:view',
  'queues-page:view',
  'settings-page:view',
  'companies-page:view',
] as const;
export type Ability = (typeof ABILITIES)[number];

/** The facts about a caller that permissions depend on. */
export interface Actor {
  profile: 'admin' | 'user';
  super: boolean;
  showDashboard: boolean;
  allowRealTime: boolean;
  allowConnections: boolean;
  allowSharedItems: boolean;
  allUserChat: boolean;
  allowGroup: boolean;
  userClosePendingTicket: boolean;
}

/** Returns whether a user is an administrator of the company or of the whole platform. */
export const isAdmin = (person: Pick<Actor, 'profile' | 'super'>): boolean =>
  person.profile === 'admin' || person.super;

const ABILITY_RULES: Record<Ability, (actor: Actor) => boolean> = {
  'dashboard:view': (a) => isAdmin(a) || a.showDashboard,
  'drawer-admin-items:view': (a) => isAdmin(a) || a.allowConnections,
  'tickets-manager:showall': (a) => isAdmin(a) || a.allUserChat,
  'user-modal:editProfile': isAdmin,
  'user-modal:editQueues': isAdmin,
  'ticket-options:deleteTicket': isAdmin,
  'contacts-page:deleteContact': isAdmin,
  'connections-page:actionButtons': (a) => isAdmin(a) || a.allowConnections,
  'connections-page:addConnection': (a) => isAdmin(a) || a.allowConnections,
  'connections-page:editOrDeleteConnection': (a) => isAdmin(a) || a.allowConnections,
  'tickets-manager:closeAll': isAdmin,
  'tickets:close-pending': (a) => isAdmin(a) || a.userClosePendingTicket,
  'tickets:group-tab': (a) => a.allowGroup,
  'moments:view': (a) => isAdmin(a) || a.allowRealTime,
  'shared-items:manage': (a) => isAdmin(a) || a.allowSharedItems,
  'webhooks:manage': isAdmin,
  'users-page:view': isAdmin,
  'queues-page:view': isAdmin,
  'settings-page:view': isAdmin,
  'companies-page:view': (a) => a.super,
};

/** Whether an actor has an ability. */
export const hasAbility = (actor: Actor, ability: Ability): boolean => ABILITY_RULES[ability](actor);

/** Returns the abilities of an actor, in the order of {@link ABILITIES}. */
export const abilitiesOf = (actor: Actor): Ability[] =>
  ABILITIES.filter((ability) => hasAbility(actor, ability));

/** Whether a signed-in actor has a route's permission. Routes without a user are decided elsewhere. */
export const isPermitted = (permission: Permission, actor: Actor): boolean => {
  switch (permission) {
    case 'public':
    case 'cookie':
    case 'webhook':
    case 'authenticated':
      return true;
    // A user has no connection's token.
    case 'api-token':
      return false;
    case 'admin':
    case 'tickets:delete':
    case 'tickets:close-all':
    case 'contacts:delete':
      return isAdmin(actor);
    case 'connections:manage':
      return isAdmin(actor) || actor.allowConnections;
    case 'dashboard:view':
    case 'moments:view':
      return ABILITY_RULES[permission](actor);
    case 'super':
      return actor.super;
  }
};
