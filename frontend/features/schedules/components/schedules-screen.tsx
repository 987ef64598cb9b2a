import AddRounded from '@mui/icons-material/AddRounded';
import EventOutlined from '@mui/icons-material/EventOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ScheduleView, scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Page } from '../../../components/page.tsx';
import { SearchField } from '../../../components/search-field.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { rarePart } from '../../../lib/screen/lazy-part.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { movedBody } from '../schedule-form.ts';
import { placeSchedule, type ShownRange, useSchedules } from '../use-schedules.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

const ScheduleCalendar = rarePart(async () => ({
  default: (await import('./schedule-calendar.tsx')).ScheduleCalendar,
}));

/** The open dialog: an existing schedule, or a new one at a time; null when closed. */
type Opened = { schedule: ScheduleView } | { sendAt: string | undefined } | null;

/** The screen of scheduled and sent messages. */
const SchedulesScreen = () => {
  const { t } = useTranslation('schedules');
  const [typed, setTyped] = useState('');
  const searchParam = useDebounced(typed.trim().toLowerCase());
  const [range, setRange] = useState<ShownRange | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const { data, error, refetch, isPlaceholderData } = useSchedules(range, searchParam);
  const refresh = () => queryClient.invalidateQueries({ queryKey: routeKey(scheduleRoutes.list) });

  const { mutate: move } = useMutation({
    // Saves moves one after the other, so that the last of several moves wins.
    scope: { id: scheduleRoutes.update.id },
    mutationFn: ({ schedule, sendAt }: { schedule: ScheduleView; sendAt: string }) =>
      call(scheduleRoutes.update, { params: { id: schedule.id }, body: movedBody(schedule, sendAt) }),
    onMutate: ({ schedule, sendAt }) => placeSchedule(schedule.id, sendAt),
    onSuccess: () => notifySuccess(t('moved')),
    onError: (_error, { schedule }) => placeSchedule(schedule.id, schedule.sendAt),
    onSettled: () => void refresh(),
  });
  const show = (next: ShownRange) =>
    setRange((before) =>
      before?.dateFrom === next.dateFrom && before.dateTo === next.dateTo ? before : next,
    );
  const add = (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setOpened({ sendAt: undefined })}>
      {t('add')}
    </Button>
  );
  const isEmpty = data?.schedules.length === 0 && !isPlaceholderData;
  return (
    <Page
      title={t('title')}
      filters={
        <SearchField
          label={t('search')}
          placeholder={t('searchPlaceholder')}
          value={typed}
          onChange={setTyped}
        />
      }
      actions={add}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.isCut === true && <Alert severity="info">{t('calendar.cut')}</Alert>}
      {isEmpty && (
        <Alert severity="info" icon={<EventOutlined fontSize="inherit" />} sx={{ marginBottom: 2 }}>
          <strong>{searchParam === '' ? t('empty.title') : t('empty.nothing')}</strong>{' '}
          {searchParam === '' ? t('empty.hint') : t('empty.narrowed')}
        </Alert>
      )}
      <Suspense fallback={<PaneSkeleton />}>
        <ScheduleCalendar
          schedules={data?.schedules ?? []}
          onShow={show}
          onOpen={(schedule) => setOpened({ schedule })}
          onAdd={(sendAt) => setOpened({ sendAt })}
          onMove={(schedule, sendAt) => move({ schedule, sendAt })}
        />
      </Suspense>
      {opened !== null && (
        <ScheduleDialog
          {...opened}
          onClose={() => setOpened(null)}
          onSaved={() => {
            setOpened(null);
            void refresh();
          }}
        />
      )}
    </Page>
  );
};

export default SchedulesScreen;
