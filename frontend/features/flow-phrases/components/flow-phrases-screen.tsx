import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import RecordVoiceOverOutlined from '@mui/icons-material/RecordVoiceOverOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type FlowPhraseView, flowPhraseRoutes } from '@prosa/shared/contracts/flow-phrases.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { LIVE, routeQuery } from '../../../lib/api/query.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSession } from '../../auth/hooks/use-session.ts';
import { findPhrases } from '../find-phrases.ts';
import { refreshPhrases } from '../phrase-queries.ts';
import { PhraseDialog } from './phrase-dialog.tsx';

const useColumns = (): Column<FlowPhraseView>[] => {
  const { t } = useTranslation('flow-phrases');
  return [
    {
      id: 'name',
      header: t('column.name'),
      render: ({ name, phrase }) => (
        <Box sx={{ minWidth: 0 }}>
          <Typography noWrap>{name}</Typography>
          <Typography variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
            {phrase}
          </Typography>
        </Box>
      ),
    },
    {
      id: 'flow',
      header: t('column.flow'),
      width: '30%',
      stacks: true,
      render: ({ flow }) => flow?.name ?? '',
    },
    {
      id: 'connection',
      header: t('column.connection'),
      width: '22%',
      wideOnly: true,
      render: ({ whatsapp }) => whatsapp?.name ?? t('everyConnection'),
    },
    {
      id: 'status',
      header: t('column.status'),
      width: '140px',
      stacks: true,
      render: ({ status }) =>
        status ? (
          <StatusChip tone="success" label={t('status.on')} />
        ) : (
          <StatusChip tone="secondary" label={t('status.off')} />
        ),
    },
  ];
};

/** The screen of the phrases that start flows. */
const FlowPhrasesScreen = () => {
  const { t } = useTranslation('flow-phrases');
  const { can } = useSession();
  const mayDelete = can('contacts-page:deleteContact');
  const [editing, setEditing] = useState<FlowPhraseView | 'new' | null>(null);
  const [words, setWords] = useState('');
  const { data, isPending, error, refetch } = useQuery({
    ...routeQuery(flowPhraseRoutes.listPhrases, {}),
    staleTime: LIVE,
    meta: { silent: true },
  });
  const columns = useColumns();
  const remove = ({ id, name }: FlowPhraseView) =>
    confirmRemoval({
      title: t('remove.title', { name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(flowPhraseRoutes.removePhrase, { params: { id } }),
      onRemoved: refreshPhrases,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Page
      title={t('heading')}
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
        rows={data === undefined ? undefined : findPhrases(data.flow, words)}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        label={t('heading')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={setEditing}
        actions={(phrase) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(phrase) },
          ...(mayDelete
            ? [
                {
                  id: 'remove',
                  label: t('remove.action'),
                  icon: <DeleteOutlineRounded />,
                  danger: true,
                  run: () => void remove(phrase),
                },
              ]
            : []),
        ]}
        empty={
          <EmptyState
            icon={<RecordVoiceOverOutlined />}
            title={words === '' ? t('empty.title') : t('empty.nothing')}
            hint={words === '' ? t('empty.hint') : t('empty.narrowed')}
            action={words === '' ? add : undefined}
          />
        }
      />
      {editing !== null && (
        <PhraseDialog phrase={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Page>
  );
};

export default FlowPhrasesScreen;
