import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { IMPORT_ENDED, IMPORT_RUNNING } from '@prosa/shared/entities/history-import.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { formatDate, formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { importProgress, preparingMs } from '../import-progress.ts';

type Importing = Pick<ConnectionView, 'id' | 'name' | 'statusImportMessages' | 'isImportIncomplete'>;

const Incomplete = () => {
  const { t } = useTranslation('connections');
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'normal' }}>
      {t('import.incomplete')}
    </Typography>
  );
};

const Progress = ({ connection }: { connection: Importing }) => {
  const { t } = useTranslation('connections');
  const { data } = useQuery(importProgress);
  const progress = data?.[connection.id];
  const label = t('import.running', { name: connection.name });
  const total = progress?.all ?? 0;
  return (
    <Box
      role="status"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: `${radius.card}px`,
        bgcolor: 'background.paper',
        padding: 4,
        marginBottom: 4,
      }}
    >
      <Typography variant="h3" component="h2">
        {label}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlock: 1 }}>
        {t('import.hint')}
      </Typography>
      <LinearProgress
        aria-label={label}
        variant={total === 0 ? 'indeterminate' : 'determinate'}
        value={total === 0 ? 0 : Math.min(100, ((progress?.this ?? 0) / total) * 100)}
        sx={{ marginBlock: 3 }}
      />
      {progress !== undefined && (
        <Typography
          variant="body2"
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 4,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <span>
            {t('import.progress', {
              done: formatNumber(progress.this),
              total: formatNumber(progress.all),
            })}
          </span>
          {progress.date !== null && <span>{t('import.date', { date: formatDate(progress.date) })}</span>}
        </Typography>
      )}
      {connection.isImportIncomplete && <Incomplete />}
    </Box>
  );
};

/** Shows the progress of running message history imports; nothing when none runs. */
export const ImportCard = ({ connections }: { connections: readonly Importing[] | undefined }) =>
  connections
    ?.filter(({ statusImportMessages }) => statusImportMessages === IMPORT_RUNNING)
    .map((connection) => <Progress key={connection.id} connection={connection} />);

/** Returns whether an import is still being prepared; re-renders when the preparation ends. */
const useIsPreparing = (status: string | null): boolean => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const leftMs = preparingMs(status, Date.now());
    setNowMs(Date.now());
    if (leftMs === 0) return;
    const timer = setTimeout(() => setNowMs(Date.now()), leftMs);
    return () => clearTimeout(timer);
  }, [status]);
  return preparingMs(status, nowMs) > 0;
};

/**
 * Shows the remaining step of an import (waiting for its preparation, or closing the created tickets), and whether
 * messages are missing.
 */
export const ImportAction = ({ connection }: { connection: Importing }) => (
  <>
    <Todo connection={connection} />
    {connection.isImportIncomplete && connection.statusImportMessages !== IMPORT_RUNNING && <Incomplete />}
  </>
);

const Todo = ({ connection }: { connection: Importing }) => {
  const { t } = useTranslation('connections');
  const { id, name, statusImportMessages } = connection;
  const isPreparing = useIsPreparing(statusImportMessages);
  const close = useMutation({
    mutationFn: () => call(connectionRoutes.closeImported, { params: { id } }),
    onSuccess: () => notifySuccess(t('import.closing')),
  });
  const ask = async () => {
    const yes = await confirm({
      title: t('import.close.title', { name }),
      body: t('import.close.body'),
      confirmLabel: t('import.close.confirm'),
      danger: true,
    });
    if (yes) close.mutate();
  };
  if (statusImportMessages === IMPORT_ENDED)
    return (
      <Button
        size="small"
        variant="outlined"
        loading={close.isPending || close.isSuccess}
        onClick={() => void ask()}
      >
        {t('import.close.action')}
      </Button>
    );
  return isPreparing ? (
    <Button size="small" disabled loading loadingPosition="start">
      {t('import.preparing')}
    </Button>
  ) : null;
};
