import Box from '@mui/material/Box';
import { SendForm } from './send-form.tsx';

/** The forms that try the external API: one for a text, one for a file. */
export const SendTests = () => (
  <Box
    sx={{
      display: 'grid',
      gap: 4,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      alignItems: 'start',
    }}
  >
    <SendForm kind="text" />
    <SendForm kind="media" />
  </Box>
);
