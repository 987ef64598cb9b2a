import { AppError } from '@prosa/shared/errors.ts';
import type { ApiTokenPrincipal } from '../../platform/auth/principal.ts';
import { openTable } from '../../platform/table/table.ts';
import { isConnected } from '../../repositories/connections/connections.ts';

/**
 * Throws if the token's connection is not connected. Costs half a read unit.
 * @throws AppError ERR_WAPP_NOT_INITIALIZED
 */
export const requireConnected = async ({ companyId, connection }: ApiTokenPrincipal): Promise<void> => {
  if (!(await isConnected(openTable(companyId), connection.id)))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED');
};
