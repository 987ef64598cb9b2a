import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
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
  // The details are a landmark, named by their button.
  const id = useId();
  return (
    <Accordion
      disableGutters
      square
      elevation={0}
      slots={{ heading: 'h3' }}
      slotProps={{ transition: { unmountOnExit: true } }}
      sx={{ bgcolor: 'transparent', '&::before': { display: 'none' } }}
    >
      <AccordionSummary
        id={id}
        aria-controls={`${id}-content`}
        expandIcon={<ExpandMoreRounded />}
        sx={{ paddingInline: 0 }}
      >
        <Typography variant="subtitle2" component="span">
          {t('webRules.title')}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ padding: 0 }}>
        <Box component="ul" sx={{ margin: 0, padding: '0 0 0 1.25em' }}>
          {RULES.map((rule) => (
            <Typography key={rule} component="li" variant="body2" sx={{ paddingBottom: 2 }}>
              {t(`webRules.${rule}`)}
            </Typography>
          ))}
        </Box>
      </AccordionDetails>
    </Accordion>
  );
};
