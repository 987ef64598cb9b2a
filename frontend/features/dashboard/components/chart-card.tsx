import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';

/** Height of every chart in CSS pixels, so that cards do not jump when a chart loads. */
export const CHART_HEIGHT_PX = 280;

const ChartSkeleton = () => (
  <Skeleton variant="rounded" aria-hidden height={CHART_HEIGHT_PX} sx={{ width: '100%' }} />
);

interface ChartCardProps {
  title: string;
  isLoading: boolean;
  isFailed?: boolean;
  onRetry?: () => void;
  /** Text shown instead of a chart without data. */
  empty?: string | undefined;
  children: ReactNode;
}

/** A chart under its title, or its loading, error or empty state. */
export const ChartCard = ({
  title,
  isLoading,
  isFailed = false,
  onRetry,
  empty,
  children,
}: ChartCardProps) => {
  const { t } = useTranslation('dashboard');
  const titleId = useId();
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      aria-busy={isLoading}
      sx={{
        minWidth: 0,
        height: '100%',
        padding: 4,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
      }}
    >
      <Typography id={titleId} variant="subtitle1" component="h2" sx={{ marginBottom: 3 }}>
        {title}
      </Typography>
      {isFailed ? (
        <Said>
          <Typography variant="body2" role="alert">
            {t('chartFailed')}
          </Typography>
          <Button variant="outlined" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        </Said>
      ) : isLoading ? (
        <ChartSkeleton />
      ) : empty !== undefined ? (
        <Said>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {empty}
          </Typography>
        </Said>
      ) : (
        <Suspense fallback={<ChartSkeleton />}>{children}</Suspense>
      )}
    </Box>
  );
};

const Said = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      minHeight: CHART_HEIGHT_PX,
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 3,
      textAlign: 'center',
    }}
  >
    {children}
  </Box>
);
