import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import DoNotDisturbOnOutlined from '@mui/icons-material/DoNotDisturbOnOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useId, useState } from 'react';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useSearch } from '../../../lib/screen/use-search.ts';
import { formatPhone, formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchSuppressions } from '../campaign-queries.ts';

type Suppression = ResponseOf<typeof campaignRoutes.listSuppressions>['records'][number];

const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('campaigns');
  return (
    <FormDialog
      open
      width="narrow"
      title={t('suppressions.newTitle')}
      schema={campaignRoutes.addSuppression.body}
      submitLabel={t('suppressions.add')}
      defaultValues={{ number: '' }}
      onClose={onClose}
      onSubmit={async (body) => {
        await call(campaignRoutes.addSuppression, { body });
        notifySuccess(t('suppressions.added'));
        await refetchSuppressions();
        onClose();
      }}
    >
      <FormText
        name="number"
        label={t('suppressions.number')}
        required
        autoFocus
        inputMode="tel"
        placeholder="+55 (11) 99999-9999"
        help={t('suppressions.numberHelp')}
      />
    </FormDialog>
  );
};

const useColumns = (): Column<Suppression>[] => {
  const { t } = useTranslation('campaigns');
  return [
    {
      id: 'number',
      header: t('suppressions.number'),
      render: ({ number, reason }) => (
        <Box sx={{ minWidth: 0, paddingBlock: 2 }}>
          <Typography noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatPhone(number)}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'normal' }}>
            {t(`suppressions.reason.${reason}`)}
          </Typography>
        </Box>
      ),
    },
    {
      id: 'createdAt',
      header: t('suppressions.since'),
      width: '120px',
      align: 'right',
      render: ({ createdAt }) => (
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {formatWhen(createdAt)}
        </Box>
      ),
    },
  ];
};

/** Lists the numbers that no campaign is sent to. */
export const SuppressionsDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['campaigns', 'common']);
  const titleId = useId();
  const { field, searchParam } = useSearch();
  const [isAdding, setIsAdding] = useState(false);
  const numbers = usePagedRows(
    campaignRoutes.listSuppressions,
    { query: { searchParam } },
    ({ records }) => records,
    // No event tells of an opt-out.
    { staleTime: 0 },
  );
  const columns = useColumns();
  const remove = ({ number, reason }: Suppression) =>
    confirmRemoval({
      title: t('suppressions.remove.title', { number: formatPhone(number) }),
      body: t(`suppressions.remove.${reason}`),
      confirmLabel: t('suppressions.remove.confirm'),
      done: t('suppressions.remove.done'),
      remove: () => call(campaignRoutes.removeSuppression, { params: { number } }),
      onRemoved: refetchSuppressions,
    });
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{t('suppressions.title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('suppressions.hint')}
        </Typography>
        <SearchField label={t('suppressions.search')} placeholder={t('suppressions.number')} {...field} />
        <DataTable
          {...numbers}
          label={t('suppressions.title')}
          columns={columns}
          rowKey={({ number }) => number}
          actions={(row) => [
            {
              id: 'remove',
              label: t('suppressions.remove.action'),
              icon: <DeleteOutlineRounded />,
              danger: true,
              run: () => void remove(row),
            },
          ]}
          empty={
            <EmptyState
              icon={<DoNotDisturbOnOutlined />}
              title={searchParam === '' ? t('suppressions.none') : t('suppressions.nothing')}
            />
          }
        />
      </DialogContent>
      <DialogActions>
        <Button startIcon={<AddRounded />} onClick={() => setIsAdding(true)} sx={{ marginRight: 'auto' }}>
          {t('suppressions.add')}
        </Button>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </ResponsiveDialog>
  );
};
