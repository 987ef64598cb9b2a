import type { ConnectionStatus } from '@prosa/shared/entities/connection.ts';
import { useQuery } from '@tanstack/react-query';
import { connectionList } from '../connection-list.ts';

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

/** How many connections are not carrying messages. */
export const useConnectionWarnings = (enabled: boolean): number => {
  const { data } = useQuery({ ...connectionList, enabled, meta: { silent: true } });
  return data?.filter(({ status }) => isTroubled(status)).length ?? 0;
};
