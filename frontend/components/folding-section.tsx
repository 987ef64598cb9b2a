import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface FoldingSectionProps {
  title: string;
  variant?: 'subtitle1' | 'subtitle2';
  /** Level of its heading. */
  heading?: 'h2' | 'h3';
  children: ReactNode;
}

/** A section that loads its content only when it is opened. */
export const FoldingSection = ({
  title,
  variant = 'subtitle1',
  heading = 'h3',
  children,
}: FoldingSectionProps) => {
  // The content is a landmark, named by its button.
  const id = useId();
  return (
    <Accordion
      disableGutters
      square
      elevation={0}
      slots={{ heading }}
      slotProps={{ transition: { unmountOnExit: true } }}
      sx={{ bgcolor: 'transparent', '&::before': { display: 'none' } }}
    >
      <AccordionSummary
        id={id}
        aria-controls={`${id}-content`}
        expandIcon={<ExpandMoreRounded />}
        sx={{ paddingInline: 0 }}
      >
        <Typography variant={variant} component="span">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ padding: 0 }}>{children}</AccordionDetails>
    </Accordion>
  );
};
