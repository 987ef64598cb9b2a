import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { hasEnd } from '@prosa/shared/rules/subscription.ts';
import { useUser } from '../../features/auth/hooks/use-user.ts';
import { formatDay } from '../../lib/texts/format.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';

/** Shows the user and the company; administrators also see the subscription's due date. */
export const Greeting = () => {
  const { t } = useTranslation('shell');
  const user = useUser();
  const due =
    user.profile === 'admin' && hasEnd(user.company.dueDate)
      ? t('due', { date: formatDay(user.company.dueDate) })
      : '';
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="subtitle1" noWrap sx={{ lineHeight: 1.3 }}>
        {t('greeting', { name: user.name })}
      </Typography>
      <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary', margin: 0 }}>
        {[user.company.name, due].filter((part) => part !== '').join(' · ')}
      </Typography>
    </Box>
  );
};
