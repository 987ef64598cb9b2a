import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { campaignCapOfDay } from '../../domain/campaigns/daily-cap.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadConnection } from '../connections/connections.ts';
import { loadQuality, type QualitySums } from './campaign-figures.ts';

const DAY_MS = 86_400_000;
/** Days that the quality of a connection is judged by, with the current one. */
const JUDGED_DAYS = 7;

/** What limits the campaigns of a connection. */
export interface SendingLimits {
  /** Messages of campaigns on the current day at most; undefined without a cap. */
  capOfDay: number | undefined;
  sentToday: number;
  /** Sums over the last seven days. */
  recent: QualitySums;
}

/**
 * Returns what limits the campaigns of a connection now. One query, and for a paired number one read: its cap depends
 * on the age of the connection.
 */
export const loadSendingLimits = async (
  table: Table,
  { id, channel }: Pick<DirectoryConnection, 'id' | 'channel'>,
  timeZone: string,
  nowMs: number,
): Promise<SendingLimits> => {
  const reachedByPairing = CHANNEL_CONNECTIONS[channel].linkedBy === 'pairing';
  const days = {
    first: localDay(timeZone, nowMs - (JUDGED_DAYS - 1) * DAY_MS),
    today: localDay(timeZone, nowMs),
  };
  const [quality, connection] = await Promise.all([
    loadQuality(table, id, days),
    reachedByPairing ? loadConnection(table, id) : undefined,
  ]);
  const pairedAtMs = connection === undefined ? nowMs : Date.parse(connection.rowCreatedAt);
  return {
    capOfDay: campaignCapOfDay({ reachedByPairing, pairedAtMs }, nowMs),
    sentToday: quality.today.sent,
    recent: quality.recent,
  };
};
