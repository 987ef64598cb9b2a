import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRealtimeState } from '../../lib/live/use-realtime.ts';

/** Losses that the first try mends, 6 s later at the most, heal unseen. */
const PATIENCE_MS = 7000;

/** A thin line while the live connection has been gone for a while. */
export const LostBanner = () => {
  const { t } = useTranslation('shell');
  const lost = useRealtimeState() !== 'open';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return (
    <Box role="status" aria-live="polite">
      {shown && (
        <Typography
          variant="body2"
          sx={{
            paddingBlock: 1,
            paddingInline: 4,
            textAlign: 'center',
            bgcolor: 'warning.soft',
            color: 'warning.text',
          }}
        >
          {t('lost')}
        </Typography>
      )}
    </Box>
  );
};
