import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** A thin line at the top of every screen that warns of something; empty without a text. */
export const NoticeLine = ({ text }: { text: string | null }) => (
  <Box role="status" aria-live="polite">
    {text !== null && (
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
        {text}
      </Typography>
    )}
  </Box>
);
