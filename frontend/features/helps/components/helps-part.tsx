import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type HelpView, helpRoutes } from '@prosa/shared/contracts/helps.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { helpList, refetchHelps } from '../help-list.ts';
import { HelpDialog } from './help-dialog.tsx';

const useColumns = (): Column<HelpView>[] => {
  const { t } = useTranslation('helps');
  return [
    {
      id: 'title',
      header: t('field.title'),
      render: ({ title }) => <Typography noWrap>{title}</Typography>,
    },
    {
      id: 'video',
      header: t('field.video'),
      width: '180px',
      stacks: true,
      render: ({ video }) => (
        <Typography variant="body2" noWrap sx={{ color: video === '' ? 'text.secondary' : 'text.primary' }}>
          {video === '' ? t('noVideo') : video}
        </Typography>
      ),
    },
    {
      id: 'description',
      header: t('field.description'),
      width: '45%',
      wideOnly: true,
      render: ({ description }) => (
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {description}
        </Typography>
      ),
    },
  ];
};

/** The part of the settings where the operator of the installation writes the helps of all companies. */
export const HelpsPart = () => {
  const { t } = useTranslation('helps');
  const [editing, setEditing] = useState<HelpView | 'new' | null>(null);
  const { data, isPending, error, refetch } = useQuery({ ...helpList, meta: { silent: true } });
  const columns = useColumns();
  const remove = ({ id, title }: HelpView) =>
    confirmRemoval({
      title: t('remove.title', { title }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(helpRoutes.remove, { params: { id } }),
      onRemoved: refetchHelps,
    });
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 3,
        }}
      >
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('forAll')}
        </Typography>
        {data !== undefined && data.length > 0 && add}
      </Box>
      <DataTable
        rows={data}
        isLoading={isPending}
        error={error}
        onRetry={() => void refetch()}
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={setEditing}
        actions={(help) => [
          { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => setEditing(help) },
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(help),
          },
        ]}
        empty={
          <EmptyState
            icon={<HelpOutlineRounded />}
            title={t('empty.title')}
            hint={t('empty.hint')}
            action={add}
          />
        }
      />
      {editing !== null && (
        <HelpDialog help={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </Box>
  );
};
