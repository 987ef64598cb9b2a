import type { ApiTokenPrincipal, Attendant } from '../platform/auth/principal.ts';
import type { Directory } from '../platform/directory.ts';

/**
 * The actor that finds a conversation and decides about it: an attendant, who finds only visible conversations; another
 * system with a connection's token; the system, after an event from a customer, a provider or an administrator; or an
 * automation, which sends messages without a request.
 */
export type Actor =
  | { readonly kind: 'attendant'; readonly directory: Directory; readonly attendant: Attendant }
  | { readonly kind: 'api-token'; readonly directory: Directory; readonly token: ApiTokenPrincipal }
  | { readonly kind: 'system' | 'automation'; readonly directory: Directory };

export type AttendantActor = Extract<Actor, { kind: 'attendant' }>;

/** Returns the actor for a user who calls, or on whose behalf the system acts. */
export const asAttendant = (attendant: Attendant): AttendantActor => ({
  kind: 'attendant',
  directory: attendant.directory,
  attendant,
});

export const asToken = (token: ApiTokenPrincipal): Actor => ({
  kind: 'api-token',
  directory: token.directory,
  token,
});

export const asSystem = (directory: Directory): Actor => ({ kind: 'system', directory });

export const asAutomation = (directory: Directory): Actor => ({ kind: 'automation', directory });
