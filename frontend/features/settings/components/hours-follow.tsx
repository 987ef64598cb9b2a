import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { CompanySettingsView } from '@prosa/shared/contracts/companies.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { weekRuns } from '../../../lib/texts/week-hours.ts';
import { radius } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { hoursOf } from '../company-hours.ts';

const Week = () => {
  const { t } = useTranslation(['settings', 'week-hours']);
  const { company } = useUser();
  const { data } = useQuery({ ...hoursOf(company.id), meta: { silent: true } });
  if (data === undefined) return <Skeleton width="60%" />;
  if (data.schedules.length === 0) return <Typography variant="body2">{t('hours.follow.none')}</Typography>;
  return (
    <Box
      component="dl"
      aria-label={t('hours.week')}
      sx={{ margin: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 4, rowGap: 1 }}
    >
      {weekRuns(data.schedules).map(({ first, last, shifts }) => (
        <Box key={first} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {first === last
              ? t(`week-hours:weekday.${first}`)
              : t('hours.follow.days', {
                  first: t(`week-hours:weekday.${first}`),
                  last: t(`week-hours:weekday.${last}`).toLocaleLowerCase(),
                })}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ margin: 0, fontVariantNumeric: 'tabular-nums' }}>
            {shifts.length === 0 ? t('week-hours:closed') : shifts.join(', ')}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};

interface HoursFollowProps {
  scheduleType: CompanySettingsView['scheduleType'];
  /** Opens the company's hours. */
  onEdit: () => void;
}

/** Fields below the chosen kind of hours: the company's week, or a note where the hours are set. */
export const HoursFollow = ({ scheduleType, onEdit }: HoursFollowProps) => {
  const { t } = useTranslation('settings');
  return (
    <Box
      role="status"
      sx={{ marginTop: 3, padding: 3, bgcolor: 'background.default', borderRadius: `${radius.control}px` }}
    >
      {scheduleType === 'company' ? (
        <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 2 }}>
          <Week />
          <Button size="small" onClick={onEdit}>
            {t('hours.follow.edit')}
          </Button>
        </Box>
      ) : (
        <Typography variant="body2">{t(`hours.follow.${scheduleType}`)}</Typography>
      )}
    </Box>
  );
};
