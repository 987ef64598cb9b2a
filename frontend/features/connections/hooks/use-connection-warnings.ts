import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';
import { expiresSoon } from '@prosa/shared/rules/channel-connections.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { connectionList } from '../../directory/connection-list.ts';

const TROUBLED: ReadonlySet<ConnectionStatus> = new Set([
  'qrcode',
  'PAIRING',
  'DISCONNECTED',
  'TIMEOUT',
  'OPENING',
  'PASSKEY_REQUIRED',
]);

/** Whether a connection carries no messages. */
export const isTroubled = (status: ConnectionStatus): boolean => TROUBLED.has(status);

/**
 * Whether a manager has to act on a connection: it carries no messages, or its access token expires within days.
 * Attendants get no expiry.
 */
export const needsCare = (
  { status, credentialsExpireAt = null }: { status: ConnectionStatus; credentialsExpireAt?: string | null },
  nowMs: number,
): boolean => isTroubled(status) || expiresSoon({ credentialsExpireAt }, nowMs);

/** Delay before the menu checks the connections and shows a warning, so that the calls of the screen come first. */
export const CONNECTION_CHECK_DELAY_MS = 2000;

/** Returns the number of connections that need care. */
export const useConnectionWarnings = (enabled: boolean): number => {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), CONNECTION_CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({ ...connectionList, enabled: enabled && due, meta: { silent: true } });
  // Another part of the screen may have fetched the connections earlier.
  return due ? (data?.filter((connection) => needsCare(connection, Date.now())).length ?? 0) : 0;
};
