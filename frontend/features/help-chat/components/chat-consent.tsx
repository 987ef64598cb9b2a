import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** Asks whether the user agrees that questions are sent to an outside service. */
export const ChatConsent = ({ onAgree }: { onAgree: () => void }) => {
  const { t } = useTranslation('help-chat');
  return (
    <Box
      sx={{ overflowY: 'auto', display: 'flex', flexDirection: 'column', gap: 4, padding: 4, paddingTop: 2 }}
    >
      <Typography>{t('consent.what')}</Typography>
      <Typography>{t('consent.outside')}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('consent.kept')}</Typography>
      <Button variant="contained" autoFocus onClick={onAgree}>
        {t('consent.agree')}
      </Button>
    </Box>
  );
};
