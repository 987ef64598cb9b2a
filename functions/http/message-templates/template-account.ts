import { AppError, type ErrorCode } from '@prosa/shared/errors.ts';
import { channelOf } from '../../channels/channels.ts';
import { linkedOf, tellDown } from '../../channels/commands/linked-connection.ts';
import { type ProviderAccount, ProviderFailed, type TemplateDriver } from '../../channels/driver.ts';
import { driverOf } from '../../channels/drivers.ts';
import { errorFields, log } from '../../platform/log.ts';
import type { Table } from '../../platform/table/table.ts';
import { type ConnectionRow, loadConnection } from '../../repositories/connections/connections.ts';

/**
 * Returns a connection whose provider reviews templates. One consistent read.
 * @throws AppError ERR_NO_WAPP_FOUND for every other connection
 */
export const requireTemplateConnection = async (table: Table, id: number): Promise<ConnectionRow> => {
  const connection = await loadConnection(table, id);
  if (connection === undefined || connection.businessId === '') throw new AppError('ERR_NO_WAPP_FOUND');
  if (!channelOf(connection).capabilities.templates) throw new AppError('ERR_NO_WAPP_FOUND');
  return connection;
};

/**
 * Calls the provider of a connection. A refused token marks the connection as disconnected; a missing permission for
 * templates does not, because messages are sent without it.
 * @param refused code of the error for what the provider refuses, with its explanation as `reason`
 * @throws AppError ERR_LINK_TOKEN_REFUSED, ERR_LINK_FAILED, or `refused`
 */
export const callTemplates = async <T>(
  connection: ConnectionRow,
  ports: { table: Table; nowMs: number },
  refused: Extract<ErrorCode, 'ERR_TEMPLATE_REFUSED' | 'ERR_LINK_FAILED'>,
  call: (driver: TemplateDriver, account: ProviderAccount) => Promise<T>,
): Promise<T> => {
  const linked = await linkedOf(connection, { ...ports, driverOf });
  const templates = linked?.driver.templates;
  if (linked === undefined || templates === undefined) throw new AppError('ERR_LINK_TOKEN_REFUSED');
  try {
    return await call(templates, linked.account);
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    const { remedy, reason, explanation } = error;
    log.info('the provider did not carry out a call for templates', {
      reason,
      ...errorFields(error.cause),
    });
    if (remedy.does === 'stop')
      throw new AppError(refused, { details: { reason: explanation }, cause: error });
    if (remedy.does !== 'relink') throw new AppError('ERR_LINK_FAILED', { cause: error });
    if (remedy.because !== 'permission-missing') await tellDown(connection, ports, remedy.because);
    throw new AppError('ERR_LINK_TOKEN_REFUSED', { cause: error });
  }
};
