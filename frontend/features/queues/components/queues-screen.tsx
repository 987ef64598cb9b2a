import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import AddRounded from '@mui/icons-material/AddRounded';
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded';
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type QueueRowView, type QueueView, queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Action } from '../../../components/action-menu.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Page } from '../../../components/page.tsx';
import { QueueChip } from '../../../components/queue-chip.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifyError } from '../../../lib/screen/notify.ts';
import { useArrivedToAdd } from '../../../lib/screen/use-arrived-to-add.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { queueTable, refreshQueues } from '../../directory/queue-list.ts';
import { DRAG_HANDLE } from '../hooks/use-drag-row.ts';
import { useQueueOrder } from '../hooks/use-queue-order.ts';
import { QueueDialog } from './queue-dialog.tsx';
import { OrderContext, QueueHandle, QueueRow } from './queue-row.tsx';

/** Minimum number of queues for showing the search field. */
const SEARCHED_FROM = 10;

/** The screen of a company's queues, in the order in which customers see them. */
const QueuesScreen = () => {
  const { t } = useTranslation('queues');
  const isPhone = useIsPhone();
  const arrivedToAdd = useArrivedToAdd();
  const [editing, setEditing] = useState<QueueView | 'new' | null>(arrivedToAdd ? 'new' : null);
  const [words, setWords] = useState('');
  const queues = useQuery({ ...queueTable, meta: { silent: true } });
  const all = queues.data;
  const wanted = normalizeForSearch(words);
  const shown = useMemo(
    () =>
      wanted === ''
        ? all
        : all?.filter(({ name, greetingMessage }) =>
            normalizeForSearch(`${name} ${greetingMessage}`).includes(wanted),
          ),
    [all, wanted],
  );

  const moveTo = useQueueOrder();
  /** Announcement for screen readers. */
  const [said, say] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef<number | null>(null);
  // Keeps the focus on the handle while its row moves.
  useEffect(() => {
    if (moved.current === null || all === undefined) return;
    box.current?.querySelector<HTMLElement>(`[${DRAG_HANDLE}="${moved.current}"]`)?.focus();
    moved.current = null;
  }, [all]);
  const order = useMemo(() => {
    const indexOf = (id: number) => all?.findIndex((queue) => queue.id === id) ?? -1;
    const go = (id: number, toIndex: number) => {
      const name = all?.[indexOf(id)]?.name ?? '';
      const came = moveTo(id, toIndex);
      if (came !== undefined) say(t('order.moved', { name, ...came }));
    };
    return {
      step: (id: number, by: number) => {
        moved.current = id;
        go(id, indexOf(id) + by);
      },
      drop: (id: number, onId: number, after: boolean) => {
        const target = indexOf(onId) + (after ? 1 : 0);
        go(id, indexOf(id) < target ? target - 1 : target);
      },
    };
  }, [all, moveTo, t]);

  const edit = ({ id }: QueueRowView) => {
    call(queueRoutes.get, { params: { id } }).then(setEditing, notifyError);
  };
  const remove = (queue: QueueRowView) =>
    confirmRemoval({
      title: t('remove.title', { name: queue.name }),
      body: t('remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(queueRoutes.remove, { params: { id: queue.id } }),
      onRemoved: refreshQueues,
    });
  const moves = ({ id }: QueueRowView): Action[] => [
    {
      id: 'up',
      label: t('order.up'),
      icon: <ArrowUpwardRounded />,
      disabled: all?.[0]?.id === id,
      run: () => order.step(id, -1),
    },
    {
      id: 'down',
      label: t('order.down'),
      icon: <ArrowDownwardRounded />,
      disabled: all?.at(-1)?.id === id,
      run: () => order.step(id, 1),
    },
  ];
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  const isOrdered = wanted === '' && (all?.length ?? 0) > 1;
  return (
    <Page
      title={t('title')}
      actions={add}
      filters={
        (all?.length ?? 0) >= SEARCHED_FROM && (
          <SearchField label={t('search')} placeholder={t('search')} value={words} onChange={setWords} />
        )
      }
    >
      <OrderContext value={isOrdered ? order : null}>
        <Box ref={box} sx={{ display: 'contents' }}>
          <DataTable
            label={t('title')}
            rows={shown}
            rowKey={(queue) => queue.id}
            rowAs={QueueRow}
            isLoading={queues.isPending}
            error={queues.error}
            onRetry={() => void queues.refetch()}
            onRowClick={edit}
            columns={[
              {
                id: 'id',
                header: t('column.id'),
                width: '72px',
                align: 'right',
                wideOnly: true,
                render: ({ id }) => id,
              },
              {
                id: 'name',
                header: t('column.name'),
                render: (queue) => (
                  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                    <QueueHandle id={queue.id} name={queue.name} />
                    <QueueChip queue={queue} />
                  </Box>
                ),
              },
              {
                id: 'color',
                header: t('column.color'),
                width: '112px',
                wideOnly: true,
                render: ({ color }) => color.toUpperCase(),
              },
              {
                id: 'order',
                header: t('column.order'),
                width: '96px',
                align: 'right',
                render: ({ orderQueue }) => orderQueue,
              },
              {
                id: 'greeting',
                header: t('column.greeting'),
                wideOnly: true,
                width: '40%',
                render: ({ greetingMessage }) => (
                  <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
                    {greetingMessage === '' ? t('noGreeting') : greetingMessage}
                  </Typography>
                ),
              },
            ]}
            actions={(queue) => [
              { id: 'edit', label: t('edit'), icon: <EditOutlined />, run: () => edit(queue) },
              ...(isPhone && isOrdered ? moves(queue) : []),
              {
                id: 'remove',
                label: t('remove.action'),
                icon: <DeleteOutlineRounded />,
                danger: true,
                run: () => void remove(queue),
              },
            ]}
            empty={
              wanted === '' ? (
                <EmptyState
                  icon={<AccountTreeOutlined />}
                  title={t('empty.title')}
                  hint={t('empty.hint')}
                  action={add}
                />
              ) : (
                <EmptyState icon={<AccountTreeOutlined />} title={t('nothingFound')} />
              )
            }
          />
        </Box>
      </OrderContext>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {editing !== null && all !== undefined && (
        <QueueDialog
          queue={editing === 'new' ? null : editing}
          others={all}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
};

export default QueuesScreen;
