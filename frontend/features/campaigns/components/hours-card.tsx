import Box from '@mui/material/Box';
import { FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { maskTime } from '../../../lib/texts/mask-time.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { GroupCard, GroupRow } from '../../settings/components/group-card.tsx';

/** The days and hours in which campaigns send. */
export const HoursCard = () => {
  const { t } = useTranslation('campaigns');
  const { company } = useUser();
  const time = { clean: maskTime, inputMode: 'numeric', placeholder: '00:00', required: true } as const;
  return (
    <GroupCard title={t('settings.hours.title')}>
      <GroupRow>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
            gap: 4,
            alignItems: 'start',
          }}
        >
          <FormText
            {...time}
            name="startHour"
            label={t('settings.hours.start')}
            help={t('settings.hours.help', { timeZone: company.timeZone })}
          />
          <FormText {...time} name="endHour" label={t('settings.hours.end')} />
        </Box>
      </GroupRow>
      <GroupRow>
        <FormSwitch name="sabado" label={t('settings.hours.saturday')} />
      </GroupRow>
      <GroupRow>
        <FormSwitch name="domingo" label={t('settings.hours.sunday')} />
      </GroupRow>
      <GroupRow>
        <FormSwitch
          name="avoidNights"
          label={t('settings.hours.avoidNights')}
          help={t('settings.hours.avoidNightsHelp')}
        />
      </GroupRow>
    </GroupCard>
  );
};
