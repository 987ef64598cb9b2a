import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useNavigation } from 'react-router';
import { useTranslation } from '../../lib/texts/use-translation.ts';

const LINE_PX = 2;
/** A screen that loads faster needs no progress indicator. */
const QUIET_MS = 150;
const SLOW_MS = 8_000;
const grow = keyframes({ from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.9)' } });

/** Shows a line at the top while the next screen loads and the previous screen is still visible. */
export const RouteProgress = () => {
  const { t } = useTranslation('common');
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <Box
      role="progressbar"
      aria-label={t('loading')}
      sx={{
        position: 'fixed',
        insetInline: 0,
        top: 0,
        height: LINE_PX,
        zIndex: 'snackbar',
        bgcolor: 'primary.main',
        transformOrigin: 'left',
        pointerEvents: 'none',
        animation: `${grow} ${SLOW_MS}ms cubic-bezier(0, 0.7, 0.3, 1) ${QUIET_MS}ms both`,
      }}
    />
  );
};
