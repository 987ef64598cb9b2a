import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, Suspense, useId } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { type Explanation, FigureInfo } from './figure-info.tsx';

/** Height of every chart in CSS pixels, so that cards do not jump when a chart loads. */
export const CHART_HEIGHT_PX = 280;

const ChartSkeleton = () => (
  <Skeleton variant="rounded" aria-hidden height={CHART_HEIGHT_PX} sx={{ width: '100%' }} />
);

interface ChartCardProps {
  title: string;
  /** How its figures are computed. */
  how?: readonly Explanation[];
  /** Path of the tickets that it counts. */
  to?: string | null;
  /** Controls at the right of the title. */
  controls?: ReactNode;
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
  how,
  to = null,
  controls,
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
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 3,
          marginBottom: 3,
        }}
      >
        <Typography id={titleId} variant="subtitle1" component="h2">
          {title}
        </Typography>
        {how !== undefined && <FigureInfo of={title} explanations={how} />}
        {to !== null && (
          <Button
            component={Link}
            to={to}
            size="small"
            aria-label={t('open.chart', { name: title })}
            sx={{ marginLeft: 'auto' }}
          >
            {t('open.hint')}
          </Button>
        )}
        {controls !== undefined && (
          <Box sx={{ marginLeft: { md: 'auto' }, width: { xs: '100%', md: 'auto' } }}>{controls}</Box>
        )}
      </Box>
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
