import type { CalendarController } from '@fullcalendar/react';
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded';
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Typography from '@mui/material/Typography';
import { IconAction } from '../../../components/icon-action.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The calendar's views, by their names in the library. */
export const VIEWS = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  day: 'timeGridDay',
  list: 'listMonth',
} as const;
export type ViewName = keyof typeof VIEWS;

interface CalendarToolbarProps {
  calendar: CalendarController;
  views: readonly ViewName[];
}

/** The calendar's current period, navigation and view selection. */
export const CalendarToolbar = ({ calendar, views }: CalendarToolbarProps) => {
  const { t } = useTranslation('schedules');
  const shown = calendar.view?.type;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        paddingBottom: 3,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconAction
          label={t('calendar.before')}
          icon={<ChevronLeftRounded />}
          onClick={() => calendar.prev()}
        />
        <IconAction
          label={t('calendar.after')}
          icon={<ChevronRightRounded />}
          onClick={() => calendar.next()}
        />
        <Button size="small" onClick={() => calendar.today()}>
          {t('calendar.today')}
        </Button>
        <Typography variant="h3" component="h2" sx={{ marginInlineStart: 2 }}>
          {calendar.view?.title ?? ''}
        </Typography>
      </Box>
      <ButtonGroup size="small" disableElevation aria-label={t('calendar.views')}>
        {views.map((view) => (
          <Button
            key={view}
            variant={VIEWS[view] === shown ? 'contained' : 'outlined'}
            aria-pressed={VIEWS[view] === shown}
            onClick={() => calendar.changeView(VIEWS[view])}
          >
            {t(`calendar.view.${view}`)}
          </Button>
        ))}
      </ButtonGroup>
    </Box>
  );
};
