import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

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
