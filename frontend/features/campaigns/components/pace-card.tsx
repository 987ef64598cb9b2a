import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { CampaignSettingValues } from '@prosa/shared/contracts/campaign-settings.ts';
import { messagesPerTime } from '@prosa/shared/rules/campaign-pace.ts';
import {
  MESSAGE_INTERVALS_S,
  MESSAGES_BEFORE_PAUSE,
  PAUSES_S,
} from '@prosa/shared/rules/campaign-settings.ts';
import { useWatch } from 'react-hook-form';
import { FormSelect } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { GroupCard, GroupRow } from '../../settings/components/group-card.tsx';

/** Says how many messages the chosen pace sends. */
const PaceInWords = () => {
  const { t } = useTranslation('campaigns');
  const [messageIntervalS, messagesBeforePause, pauseS] = useWatch<
    CampaignSettingValues,
    ['messageInterval', 'longerIntervalAfter', 'greaterInterval']
  >({ name: ['messageInterval', 'longerIntervalAfter', 'greaterInterval'] });
  const pace = messagesPerTime({ messageIntervalS, messagesBeforePause, pauseS });
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{ color: pace === undefined ? 'warning.text' : 'text.secondary' }}
    >
      {pace === undefined
        ? t('settings.pace.unlimited')
        : t('settings.pace.inWords', { count: pace.perMinute, perHour: pace.perHour })}
    </Typography>
  );
};

/** The intervals between messages, and how many messages result from them. */
export const PaceCard = () => {
  const { t } = useTranslation('campaigns');
  return (
    <GroupCard title={t('settings.pace.title')}>
      <GroupRow>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
            gap: 4,
            alignItems: 'start',
          }}
        >
          <FormSelect
            name="messageInterval"
            label={t('settings.pace.interval')}
            choices={MESSAGE_INTERVALS_S.map((value) => ({
              value,
              label: t('settings.pace.intervalOption', { count: value }),
            }))}
          />
          <FormSelect
            name="longerIntervalAfter"
            label={t('settings.pace.pauseAfter')}
            choices={MESSAGES_BEFORE_PAUSE.map((value) => ({
              value,
              label: t('settings.pace.pauseAfterOption', { count: value }),
            }))}
          />
          <FormSelect
            name="greaterInterval"
            label={t('settings.pace.pause')}
            choices={PAUSES_S.map((value) => ({
              value,
              label: t('settings.pace.pauseOption', { count: value }),
            }))}
          />
        </Box>
      </GroupRow>
      <GroupRow>
        <PaceInWords />
      </GroupRow>
    </GroupCard>
  );
};
