import type { CampaignFigure, QualityFigure } from '@prosa/shared/entities/campaign.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { CampaignFigures, CampaignQuality } from '../../platform/table/entities/campaigns.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';

export type QualitySums = Readonly<Record<QualityFigure, number>>;

/** The sums of a campaign that has no receivers. */
export const NO_FIGURES: Readonly<Record<CampaignFigure, number>> = {
  skipped: 0,
  asked: 0,
  confirmed: 0,
  declined: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  unknown: 0,
  answered: 0,
  optedOut: 0,
};

const NO_QUALITY: QualitySums = { sent: 0, delivered: 0, read: 0, answered: 0, rejected: 0 };

const sumOf = (rows: readonly QualitySums[]): QualitySums =>
  rows.reduce(
    (sum, row) => ({
      sent: sum.sent + row.sent,
      delivered: sum.delivered + row.delivered,
      read: sum.read + row.read,
      answered: sum.answered + row.answered,
      rejected: sum.rejected + row.rejected,
    }),
    NO_QUALITY,
  );

/** Returns the sums of campaigns as of the stream's progress, by campaign; absent for one without receivers. */
export const loadCampaignFigures = async (
  table: Table,
  campaignIds: readonly number[],
): Promise<Map<number, Row<typeof CampaignFigures>>> => {
  const rows = await table.getMany(
    CampaignFigures,
    campaignIds.map((campaignId) => ({ campaignId })),
  );
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.campaignId, row] as const])));
};

/** The quality of a connection: over the last days, and on the current one. */
interface ConnectionQuality {
  recent: QualitySums;
  today: QualitySums;
}

/**
 * Returns what became of the messages of campaigns over a connection, as of the stream's progress. One query of half a
 * read unit.
 * @param days the first and the last day, which is the current one: `2026-11-21`
 */
export const loadQuality = async (
  table: Table,
  connectionId: number,
  { first, today }: { first: string; today: string },
): Promise<ConnectionQuality> => {
  const { pk } = keys.campaignQuality({ connectionId, day: '' });
  const raw = await table.queryAll(pk, { between: { first, last: today } });
  const rows = raw.map((row) => parseRow(CampaignQuality, row));
  return { recent: sumOf(rows), today: sumOf(rows.filter(({ day }) => day === today)) };
};
