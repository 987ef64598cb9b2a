import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import {
  type WebhookDeliveryView,
  type WebhookEndpointView,
  webhookEndpointRoutes,
} from '@prosa/shared/contracts/webhook-endpoints.ts';
import { DELIVERY_STATES } from '@prosa/shared/entities/webhook-endpoint.ts';
import { useId, useState } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { usePagedRows } from '../../../lib/api/use-paged-rows.ts';
import { formatDateTime } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryStateChip, useEventName } from './delivery-state.tsx';

const REFRESH_MS = 5000;

interface DeliveryLogProps {
  endpoint: WebhookEndpointView;
  onClose: () => void;
}

/** The deliveries of a webhook, the latest first. Refetched while it is open, because no event announces them. */
export const DeliveryLog = ({ endpoint: { id, name, off }, onClose }: DeliveryLogProps) => {
  const { t } = useTranslation(['messages-api', 'common']);
  const titleId = useId();
  const eventName = useEventName();
  const [state, setState] = useState<WebhookDeliveryView['state'] | ''>('');
  const [shown, setShown] = useState<string | null>(null);
  const deliveries = usePagedRows(
    webhookEndpointRoutes.deliveries,
    { params: { id }, query: state === '' ? {} : { state } },
    (page) => page.deliveries,
    { staleTime: 0, refetchInterval: REFRESH_MS },
  );
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="wide">
      <DialogTitle id={titleId}>{t('log.title', { name })}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        <SelectField
          label={t('log.stateFilter')}
          value={state}
          onChange={(event) => setState(DELIVERY_STATES.find((each) => each === event.target.value) ?? '')}
          sx={{ marginTop: 1, maxWidth: { md: 240 } }}
        >
          <MenuItem value="">{t('log.all')}</MenuItem>
          {DELIVERY_STATES.map((each) => (
            <MenuItem key={each} value={each}>
              {t(`log.state.${each}`)}
            </MenuItem>
          ))}
        </SelectField>
        <DataTable
          {...deliveries}
          label={t('log.title', { name })}
          rowKey={(delivery) => delivery.id}
          onRowClick={(delivery) => setShown(delivery.id)}
          columns={[
            { id: 'type', header: t('log.event'), render: ({ type }) => eventName(type) },
            {
              id: 'state',
              header: t('webhook.stateColumn'),
              width: '140px',
              stacks: true,
              render: (delivery) => <DeliveryStateChip state={delivery.state} />,
            },
            {
              id: 'answer',
              header: t('log.answer'),
              width: '120px',
              wideOnly: true,
              render: ({ last }) => last?.status ?? '',
            },
            {
              id: 'createdAt',
              header: t('log.at'),
              width: '180px',
              stacks: true,
              render: ({ createdAt }) => formatDateTime(createdAt),
            },
          ]}
          empty={<EmptyState icon={<InboxOutlined />} title={t('log.empty')} hint={t('log.emptyHint')} />}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </DialogActions>
      {shown !== null && (
        <DeliveryDetail
          endpointId={id}
          deliveryId={shown}
          isOff={off !== null}
          onClose={() => setShown(null)}
        />
      )}
    </ResponsiveDialog>
  );
};
