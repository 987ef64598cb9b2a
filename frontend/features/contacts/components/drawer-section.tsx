import ExpandMoreRounded from '@mui/icons-material/ExpandMoreRounded';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

interface DrawerSectionProps {
  title: string;
  children: ReactNode;
}

/** A part of the drawer that loads only when it is opened. */
export const DrawerSection = ({ title, children }: DrawerSectionProps) => {
  // The part is a landmark, named by its button.
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
        <Typography variant="subtitle1" component="span">
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ padding: 0 }}>{children}</AccordionDetails>
    </Accordion>
  );
};

interface DrawerRowsProps<T> {
  list: {
    rows: readonly T[] | undefined;
    error: Error | null;
    onRetry: () => void;
    hasMore: boolean;
    onLoadMore: () => void;
  };
  empty: string;
  children: (rows: readonly T[]) => ReactNode;
}

/** The rows of a part: loading, failed, empty, or loaded with a button for more. */
export const DrawerRows = <T,>({ list, empty, children }: DrawerRowsProps<T>) => {
  const { t } = useTranslation('contacts');
  if (list.rows === undefined)
    return list.error === null ? (
      <Box aria-hidden>
        <Skeleton />
        <Skeleton width="70%" />
      </Box>
    ) : (
      <ErrorState error={list.error} onRetry={list.onRetry} />
    );
  if (list.rows.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {empty}
      </Typography>
    );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {children(list.rows)}
      {list.hasMore && (
        <Button size="small" onClick={list.onLoadMore} sx={{ alignSelf: 'center' }}>
          {t('showMore')}
        </Button>
      )}
    </Box>
  );
};
