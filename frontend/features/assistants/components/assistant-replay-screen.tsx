import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { assistantReplayRoutes } from '@prosa/shared/contracts/assistant-replays.ts';
import { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FigureTile, FigureTiles } from '../../../components/figure-tiles.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { Page } from '../../../components/page.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { type Replayed, useReplay } from '../hooks/use-replay.ts';
import { ReplayedExchange } from './replayed-exchange.tsx';

const Figures = ({ answers }: { answers: readonly Replayed[] }) => {
  const { t } = useTranslation('assistant-replay');
  const handedOver = answers.filter(({ ok, queue }) => ok && queue !== null).length;
  const failed = answers.filter(({ ok }) => !ok).length;
  const tokens = answers.reduce((sum, answer) => sum + answer.tokens, 0);
  return (
    <FigureTiles>
      <FigureTile name={t('figure.answered')} value={formatNumber(answers.length - handedOver - failed)} />
      <FigureTile name={t('figure.handedOver')} value={formatNumber(handedOver)} />
      <FigureTile name={t('figure.failed')} value={formatNumber(failed)} />
      <FigureTile name={t('figure.tokens')} value={formatNumber(tokens)} />
    </FigureTiles>
  );
};

const Replay = ({ id }: { id: number }) => {
  const { t } = useTranslation('assistant-replay');
  const navigate = useNavigate();
  const assistant = useQuery(routeQuery(assistantRoutes.get, { params: { id } }));
  const past = useQuery({
    ...routeQuery(assistantReplayRoutes.exchanges, {}),
    // The list stays while it is compared.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const exchanges = past.data?.exchanges ?? [];
  const { answers, isRunning, start, stop } = useReplay(assistant.data, exchanges);
  const isDone = exchanges.length > 0 && answers.size === exchanges.length;
  const error = assistant.error ?? past.error;
  const retry = () => void Promise.all([assistant.refetch(), past.refetch()]);
  const isLoading = assistant.data === undefined || past.data === undefined;
  return (
    <Page
      title={assistant.data === undefined ? t('title') : t('titleOf', { name: assistant.data.name })}
      description={t('description')}
      actions={
        <>
          <IconAction
            label={t('back')}
            icon={<ArrowBackRounded />}
            onClick={() => void navigate(paths.assistants)}
          />
          {exchanges.length > 0 && !isDone && (
            <Button variant={isRunning ? 'outlined' : 'contained'} onClick={isRunning ? stop : start}>
              {t(isRunning ? 'stop' : answers.size === 0 ? 'start' : 'goOn')}
            </Button>
          )}
        </>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {error === null && isLoading && <PaneSkeleton />}
      {error === null && !isLoading && exchanges.length === 0 && (
        <EmptyState icon={<ForumOutlined />} title={t('empty.title')} hint={t('empty.hint')} />
      )}
      {error === null && !isLoading && exchanges.length > 0 && (
        <Box sx={{ display: 'flex', flexDirection: 'column', flexShrink: 0, gap: 4 }}>
          <Box role="status">
            <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {t('progress', { done: formatNumber(answers.size), all: formatNumber(exchanges.length) })}
            </Typography>
            <LinearProgress
              variant="determinate"
              aria-label={t('progressOf')}
              value={(answers.size / exchanges.length) * 100}
            />
          </Box>
          {answers.size > 0 && <Figures answers={[...answers.values()]} />}
          <Box
            component="ul"
            aria-label={t('list')}
            sx={{
              margin: 0,
              padding: 0,
              listStyle: 'none',
              display: 'flex',
              flexDirection: 'column',
              gap: 3,
            }}
          >
            {exchanges.map((exchange) => (
              <ReplayedExchange
                key={exchange.messageId}
                exchange={exchange}
                answer={answers.get(exchange.messageId)}
                isRunning={isRunning}
              />
            ))}
          </Box>
        </Box>
      )}
    </Page>
  );
};

/** Compares an assistant with what attendants answered in past conversations. */
const AssistantReplayScreen = () => {
  const { assistantId = '' } = useParams();
  return <Replay key={assistantId} id={Number(assistantId)} />;
};

export default AssistantReplayScreen;
