import type { ConnectionHealth, ConnectionState } from '@prosa/shared/entities/connection.ts';
import type { Channel } from '../../channels/channel.ts';
import type { Line } from './campaign-beat.ts';

/** A connection, without its live state. */
interface CampaignConnection {
  channel: Pick<Channel, 'begins' | 'reachedBy'>;
  /** Whether its commands will be carried out. */
  isStarted: boolean;
  /** Of its row. */
  rowCreatedAt: string;
}

/** How long a connection that was lost is expected back: another host takes it within 45 seconds. */
const BACK_WITHIN_MS = 2 * 60_000;

/** States in which a session comes back by itself. In the others a user has to pair it, or stopped it. */
const RETURNING: ReadonlySet<ConnectionState['status']> = new Set(['OPENING', 'DISCONNECTED']);

const stateOf = (
  { isStarted }: CampaignConnection,
  state: ConnectionState | undefined,
  nowMs: number,
): Line['state'] => {
  if (state === undefined || !isStarted) return 'down';
  if (state.status === 'CONNECTED') return 'up';
  const isRecent = nowMs - Date.parse(state.changedAt) < BACK_WITHIN_MS;
  return isRecent && RETURNING.has(state.status) ? 'lost' : 'down';
};

/** Whether the provider lets an account write only to people who wrote before, or start no more conversations. */
const isRestricted = ({ restriction, quota }: ConnectionHealth, nowMs: number): boolean =>
  (restriction !== null && (restriction.until === null || Date.parse(restriction.until) > nowMs)) ||
  (quota?.warning === 'reached' && (quota.renewsAt === null || Date.parse(quota.renewsAt) > nowMs));

/** Returns a connection as campaigns see it. Its age is that of its row: a number is paired when it is made. */
export const campaignLine = (
  connection: CampaignConnection,
  state: ConnectionState | undefined,
  health: ConnectionHealth | undefined,
  nowMs: number,
): Line => ({
  state: stateOf(connection, state, nowMs),
  isRestricted: health !== undefined && isRestricted(health, nowMs),
  reachedByPairing: connection.channel.begins === 'session',
  reachesNumbers: connection.channel.reachedBy === 'phone',
  pairedAtMs: Date.parse(connection.rowCreatedAt),
});
