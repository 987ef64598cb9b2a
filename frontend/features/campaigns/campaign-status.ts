import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import type { Tone } from '../../components/status-chip.tsx';

type Status = CampaignView['status'];
/** What a user does with a whole campaign. */
export type CampaignAct = 'start' | 'pause' | 'resume' | 'cancel' | 'restart';

export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  INATIVA: 'secondary',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'primary',
  PAUSADA: 'warning',
  CANCELADA: 'error',
  FINALIZADA: 'success',
};

/** The acts that are offered, the first one as the next step. The server decides by the stored status. */
export const OFFERED_ACTS: Readonly<Record<Status, readonly CampaignAct[]>> = {
  INATIVA: ['start'],
  PROGRAMADA: ['start', 'cancel'],
  EM_ANDAMENTO: ['pause', 'cancel'],
  PAUSADA: ['resume', 'cancel'],
  CANCELADA: ['restart'],
  FINALIZADA: [],
};

/** Whether a campaign has a report: from its first start on. */
export const hasReport = ({ startedAt }: Pick<CampaignView, 'startedAt'>): boolean => startedAt !== null;

/** Whether a campaign can be repeated for those who did not answer, or did not read. */
export const hasFollowUp = ({ status, counts }: Pick<CampaignView, 'status' | 'counts'>): boolean =>
  (status === 'FINALIZADA' || status === 'CANCELADA') && counts.sent > 0;

/** Whether a campaign can be deleted: not while it runs. */
export const isRemovable = ({ status }: Pick<CampaignView, 'status'>): boolean => status !== 'EM_ANDAMENTO';

/** Returns how many of the valid receivers have got the message, as a share from 0 to 1. */
export const progressOf = ({ delivered, valid }: CampaignView['counts']): number =>
  valid === 0 ? 0 : Math.min(1, delivered / valid);

type Moments = Pick<CampaignView, 'status' | 'scheduledAt' | 'startedAt' | 'completedAt'>;

/** Returns the moment by which a campaign is found in a list; null before it has one. */
export const momentOf = ({
  status,
  scheduledAt,
  startedAt,
  completedAt,
}: Moments): { kind: 'scheduled' | 'started' | 'completed'; at: string } | null => {
  if (status === 'PROGRAMADA' && scheduledAt !== null) return { kind: 'scheduled', at: scheduledAt };
  if (status === 'FINALIZADA' && completedAt !== null) return { kind: 'completed', at: completedAt };
  return startedAt === null ? null : { kind: 'started', at: startedAt };
};

/** How long after a start receivers are planned at most, with room for a busy system. */
const PLANNED_WITHIN_MS = 2 * 60_000;

/** Whether the receivers of a campaign may still be planned, which no event tells. */
export const isPlanning = (
  { status, updatedAt }: Pick<CampaignView, 'status' | 'updatedAt'>,
  nowMs: number,
): boolean => status === 'EM_ANDAMENTO' && nowMs - Date.parse(updatedAt) < PLANNED_WITHIN_MS;
