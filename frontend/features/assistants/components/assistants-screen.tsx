import AddRounded from '@mui/icons-material/AddRounded';
import AutoAwesomeOutlined from '@mui/icons-material/AutoAwesomeOutlined';
import CompareArrowsRounded from '@mui/icons-material/CompareArrowsRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type AssistantView, assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { formatNumber } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { ServiceState } from '../../call-log/components/service-state.tsx';
import { CorrectionsDialog } from '../../corrections/components/corrections-dialog.tsx';
import { assistantList, refetchAssistants } from '../../directory/assistant-list.ts';
import { findAssistants } from '../find-assistants.ts';
import { usesText } from '../uses-text.ts';
import { AssistantDialog } from './assistant-dialog.tsx';
import { AssistantLog } from './assistant-log.tsx';
import { AssistantUsage } from './assistant-usage.tsx';

const REFRESH_MS = 10_000;

const useColumns = (): Column<AssistantView>[] => {
  const { t } = useTranslation('assistants');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name, model, pausedUntil }) => (
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap>{name}</Typography>
          <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
            {model}
          </Typography>
          <ServiceState pausedUntil={pausedUntil} />
        </Box>
      ),
    },
    {
      id: 'queue',
      header: t('column.queue'),
      width: '200px',
      stacks: true,
      render: ({ queue }) => <QueueChip queue={queue} />,
    },
    {
      id: 'maxTokens',
      header: t('column.maxTokens'),
      width: '160px',
      align: 'right',
      wideOnly: true,
      render: ({ maxTokens }) => formatNumber(maxTokens),
    },
    {
      id: 'usage',
      header: t('column.usage'),
      width: '260px',
      stacks: true,
      render: ({ name, monthlyTokens, usage }) => (
        <AssistantUsage name={name} monthlyTokens={monthlyTokens} usage={usage} />
      ),
    },
  ];
};

/** The screen of assistants: language models with instructions, which answer contacts. */
const AssistantsScreen = () => {
  const { t } = useTranslation(['assistants', 'call-log', 'corrections']);
  const [editing, setEditing] = useState<AssistantView | 'new' | null>(null);
  const [logOf, setLogOf] = useState<AssistantView | null>(null);
  const [correctionsOf, setCorrectionsOf] = useState<AssistantView | null>(null);
  const [words, setWords] = useState('');
  const navigate = useNavigate();
  // Refetched while it is shown, because no event announces the use of tokens or a pause.
  const { data, isPending, error, refetch } = useQuery({
    ...assistantList,
    refetchInterval: REFRESH_MS,
    meta: { silent: true },
  });
  const columns = useColumns();
  const remove = ({ id, name }: AssistantView) =>
    confirmRemoval({
      title: t('remove.title', { name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(assistantRoutes.remove, { params: { id } }),
      failureText: (failure) => usesText(failure, t),
      onRemoved: refetchAssistants,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      filters={
        <SearchField
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          value={words}
          onChange={setWords}
        />
      }
      actions={add}
    >
      <DataTable
        rows={data === undefined ? undefined : findAssistants(data.prompts, words)}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={setEditing}
        actions={(assistant) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(assistant) },
          {
            id: 'corrections',
            label: t('corrections:action'),
            icon: <FactCheckOutlined />,
            run: () => setCorrectionsOf(assistant),
          },
          {
            id: 'replay',
            label: t('replay'),
            icon: <CompareArrowsRounded />,
            run: () => void navigate(paths.assistantReplay(assistant.id)),
          },
          {
            id: 'log',
            label: t('call-log:action'),
            icon: <ListAltOutlined />,
            run: () => setLogOf(assistant),
          },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(assistant),
          },
        ]}
        empty={
          <EmptyState
            icon={<AutoAwesomeOutlined />}
            title={words === '' ? t('empty.title') : t('empty.nothing')}
            hint={words === '' ? t('empty.hint') : t('empty.narrowed')}
            action={words === '' ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <AssistantDialog assistant={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {correctionsOf !== null && (
        <CorrectionsDialog assistant={correctionsOf} onClose={() => setCorrectionsOf(null)} />
      )}
      {logOf !== null && <AssistantLog assistant={logOf} onClose={() => setLogOf(null)} />}
    </Page>
  );
};

export default AssistantsScreen;
