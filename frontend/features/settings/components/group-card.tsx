import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { radius } from '../../../theme/tokens.ts';

interface GroupCardProps {
  title: string;
  /** Id of the section, for links to it. */
  id?: string;
  /** A list of `GroupRow`s. */
  children: ReactNode;
}

/** Related settings under a heading. */
export const GroupCard = ({ title, id: sectionId, children }: GroupCardProps) => {
  const id = useId();
  return (
    <Box component="section" id={sectionId} aria-labelledby={id} sx={{ scrollMarginTop: 16 }}>
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
