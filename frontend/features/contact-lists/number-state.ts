import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import type { ContactListItemView } from '@prosa/shared/contracts/contact-lists.ts';
import { hasSession } from '@prosa/shared/rules/channel-connections.ts';

/**
 * What a screen says about a number. `checking`: the provider has not answered yet. `uncheckable`: no connection of the
 * company can ask the provider.
 */
export type NumberState = 'valid' | 'invalid' | 'checking' | 'uncheckable';

type CheckingConnection = Pick<ConnectionView, 'id' | 'channel' | 'isDefault'>;

/**
 * Returns the connection that checks the numbers of a list: the list's own, or the company's default if the list has
 * none or it was removed. Null if there is none or its channel cannot check numbers; undefined while the connections
 * are not loaded. The server decides in the same way.
 */
export const checkingConnection = <C extends CheckingConnection>(
  whatsappId: number | null,
  connections: readonly C[] | undefined,
): C | null | undefined => {
  if (connections === undefined) return undefined;
  const chosen =
    connections.find(({ id }) => id === whatsappId) ?? connections.find(({ isDefault }) => isDefault);
  return chosen !== undefined && hasSession(chosen) ? chosen : null;
};

/** Returns the state of a number. Without loaded connections, an unchecked number counts as being checked. */
export const numberState = (
  { isWhatsappValid }: Pick<ContactListItemView, 'isWhatsappValid'>,
  connection: CheckingConnection | null | undefined,
): NumberState => {
  if (isWhatsappValid !== null) return isWhatsappValid ? 'valid' : 'invalid';
  return connection === null ? 'uncheckable' : 'checking';
};

/**
 * Returns why unchecked numbers stay unchecked: no connection can check them, or the one that can is not connected.
 * Null if nothing hinders the check.
 */
export const checkObstacle = (
  uncheckedCount: number,
  connection: Pick<ConnectionView, 'status'> | null | undefined,
): 'unable' | 'waits' | null => {
  if (uncheckedCount === 0 || connection === undefined) return null;
  if (connection === null) return 'unable';
  return connection.status === 'CONNECTED' ? null : 'waits';
};
