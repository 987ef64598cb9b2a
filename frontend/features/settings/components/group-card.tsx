import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { radius } from '../../../theme/tokens.ts';

interface GroupCardProps {
  title: string;
  /** `GroupRow`s, one below the other. */
  children: ReactNode;
}

/** What belongs together, under its heading. */
export const GroupCard = ({ title, children }: GroupCardProps) => {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2" sx={{ marginBottom: 2 }}>
        {title}
      </Typography>
      <Box
        sx={{
          bgcolor: 'background.paper',
          border: 1,
          borderColor: 'divider',
          borderRadius: `${radius.card}px`,
          '& > * + *': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
};

export const GroupRow = ({ children }: { children: ReactNode }) => (
  <Box sx={{ paddingInline: 4, paddingBlock: 3 }}>{children}</Box>
);
