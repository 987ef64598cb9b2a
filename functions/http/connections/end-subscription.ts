import { setTimeout as delay } from 'node:timers/promises';
import { ProviderFailed } from '../../channels/driver.ts';
import { linkingOf } from '../../channels/linkings.ts';
import { errorFields, log } from '../../platform/log.ts';
import { credentialsOf } from '../../repositories/connections/connection-credentials.ts';
import { type ConnectionRow, findConnectionByAccount } from '../../repositories/connections/connections.ts';

/** Time that the removal of a connection waits for the provider. */
const WAIT_MS = 5000;

const endUnused = async (connection: ConnectionRow, nowMs: number): Promise<void> => {
  const linking = linkingOf(connection);
  const credentials = await credentialsOf(connection, nowMs);
  if (linking === undefined || credentials === undefined) return;
  const { channel, accountId, businessId } = connection;
  const account = { channel, accountId, businessId, accessToken: credentials.accessToken };
  const accounts = await linking.subscribedWith(account);
  const routes = await Promise.all(accounts.map(findConnectionByAccount));
  if (routes.every((route) => route === undefined)) await linking.unsubscribe(account);
};

/**
 * Ends the subscription to the updates of a removed connection's account, unless an account of another connection, of
 * any company, needs it. Best effort, for five seconds at most: updates of an account without a connection are
 * quarantined.
 */
export const endSubscription = async (connection: ConnectionRow, nowMs: number): Promise<void> => {
  try {
    await Promise.race([endUnused(connection, nowMs), delay(WAIT_MS, undefined, { ref: false })]);
  } catch (error) {
    const why = error instanceof ProviderFailed ? { reason: error.reason } : errorFields(error);
    log.warn('subscription not ended', why);
  }
};
