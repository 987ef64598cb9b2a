import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { StatusChip } from '../../../components/status-chip.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { STATUS_TONES } from '../campaign-status.ts';

/** The status of a campaign. */
export const CampaignStatusChip = ({ status }: Pick<CampaignView, 'status'>) => {
  const { t } = useTranslation('campaigns');
  return <StatusChip label={t(`status.${status}`)} tone={STATUS_TONES[status]} />;
};
