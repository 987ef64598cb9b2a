import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** Status code of the server's response, shown in a very large size. */
const FORBIDDEN_STATUS = 403;
const STATUS_PX = 96;

/** Shown instead of a screen that the user may not see. */
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
