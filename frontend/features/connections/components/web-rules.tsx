import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FoldingSection } from '../../../components/folding-section.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** What the phone and its network do, and what the product makes of it; one sentence each. */
const RULES = [
  'history',
  'read',
  'names',
  'offline',
  'companions',
  'code',
  'limits',
  'unreadable',
  'timers',
  'polls',
  'pins',
  'out',
] as const;

/** Explains how a connection that is paired with a phone behaves. */
export const WebRules = () => {
  const { t } = useTranslation('connections');
  return (
    <FoldingSection title={t('webRules.title')} variant="subtitle2">
      <Box component="ul" sx={{ margin: 0, padding: '0 0 0 1.25em' }}>
        {RULES.map((rule) => (
          <Typography key={rule} component="li" variant="body2" sx={{ paddingBottom: 2 }}>
            {t(`webRules.${rule}`)}
          </Typography>
        ))}
      </Box>
    </FoldingSection>
  );
};
