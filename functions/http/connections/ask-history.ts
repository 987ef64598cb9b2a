import type { Connection as ConnectionFields } from '@prosa/shared/entities/connection.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { importSettings, resetsSession } from '@prosa/shared/rules/connection-problems.ts';
import { ProviderFailed } from '../../channels/driver.ts';
import { linkingOf } from '../../channels/linkings.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { credentialsOf } from '../../repositories/connections/connection-credentials.ts';
import {
  type ConnectionRow,
  connectionItems,
  loadConnection,
} from '../../repositories/connections/connections.ts';
import { askProvider } from './link-failure.ts';

/** Whether a provider refuses a request for good, other than for its token. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderFailed && error.remedy.does === 'stop' && error.reason.startsWith('refused-');

/** Takes back the change of what is imported, so that saving it again asks again. */
const takeBack = async (table: Table, before: ConnectionRow, nowMs: number): Promise<void> => {
  await retryOnConflict(async () => {
    const current = await loadConnection(table, before.id);
    if (current === undefined) return;
    await commit(connectionItems(table, current, { ...current, ...importSettings(before) }, nowMs));
  });
  forgetDirectory(before.companyId);
};

/**
 * Asks the provider of a saved connection for the old messages of the phone that shares its number, if the change asks
 * to import them. The provider has them for a day after the number was linked, and tells them once. Asking again is
 * harmless. If it fails, the change of the import is taken back.
 * @throws AppError ERR_HISTORY_UNAVAILABLE if the provider refuses, ERR_LINK_TOKEN_REFUSED if the access has expired,
 * and those of `askProvider`
 */
export const askHistory = async (
  table: Table,
  { before, after }: { before: ConnectionRow; after: ConnectionFields },
  nowMs: number,
): Promise<void> => {
  const ask = linkingOf(before)?.askHistory;
  if (ask === undefined || before.accountId === '' || !resetsSession(before, after)) return;
  const { channel, accountId, businessId } = before;
  try {
    const credentials = await credentialsOf(before, nowMs);
    if (credentials === undefined) throw new AppError('ERR_LINK_TOKEN_REFUSED');
    const account = { channel, accountId, businessId, accessToken: credentials.accessToken };
    await askProvider(async () => {
      try {
        await ask(account);
      } catch (error) {
        if (isRefusal(error)) throw new AppError('ERR_HISTORY_UNAVAILABLE', { cause: error });
        throw error;
      }
    });
  } catch (error) {
    await takeBack(table, before, nowMs);
    throw error;
  }
};
