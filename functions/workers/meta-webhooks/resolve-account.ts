import type { MetaAccount } from '../../channels/meta/meta-update.ts';
import { isExpired, systemPrincipal } from '../../platform/auth/principal.ts';
import { directoryWith } from '../../platform/directory.ts';
import { findConnectionByAccount } from '../../repositories/connections/connections.ts';

export type Resolved = { companyId: number; connectionId: number } | { refused: string };

/**
 * Returns company and connection of an account. The company must exist and have paid. One read, and the directory's.
 */
export const resolveAccount = async (account: MetaAccount, nowMs: number): Promise<Resolved> => {
  const route = await findConnectionByAccount(account);
  if (route === undefined) return { refused: 'unknown account' };
  const { connectionId } = route;
  const { companyId } = systemPrincipal('meta-webhooks', route.companyId);
  const directory = await directoryWith(companyId, connectionId);
  if (directory?.connections.get(connectionId)?.channel !== account.channel) {
    return { refused: 'company or connection is gone' };
  }
  if (isExpired(directory, nowMs)) return { refused: 'subscription expired' };
  return { companyId, connectionId };
};
