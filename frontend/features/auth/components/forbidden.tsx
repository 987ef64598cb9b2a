import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { paths } from '../../../lib/screen/paths.ts';

/** What the server answers, as large as nothing else. */
const FORBIDDEN_STATUS = 403;
const STATUS_PX = 96;

/** Instead of a screen that this person may not see. */
export const Forbidden = () => {
  const { t } = useTranslation('auth');
  return (
    <EmptyState
      icon={
        <Typography
          component="span"
          sx={{ color: 'text.secondary', fontSize: STATUS_PX, fontWeight: 'fontWeightBold', lineHeight: 1 }}
        >
          {FORBIDDEN_STATUS}
        </Typography>
      }
      heading
      title={t('forbidden.title')}
      hint={t('forbidden.hint')}
      action={
        <Button component={Link} to={paths.tickets} variant="outlined">
          {t('forbidden.back')}
        </Button>
      }
    />
  );
};
