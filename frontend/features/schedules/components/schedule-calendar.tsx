import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import FullCalendar, { type EventInput, type LocaleInput, useCalendarController } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import listPlugin from '@fullcalendar/react/list';
import enLocale from '@fullcalendar/react/locales/en-gb';
import esLocale from '@fullcalendar/react/locales/es';
import ptLocale from '@fullcalendar/react/locales/pt-br';
import trLocale from '@fullcalendar/react/locales/tr';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGridPlugin from '@fullcalendar/react/timegrid';
import Box from '@mui/material/Box';
import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { ScheduleView } from '@prosa/shared/contracts/schedules.ts';
import type { Language } from '@prosa/shared/entities/user.ts';
import { mayChangeSchedule } from '@prosa/shared/rules/schedule-rights.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { timeZone } from '../../../lib/texts/time-zone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { layout, radius, TOUCH } from '../../../theme/tokens.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { SHOWN_LENGTH_S } from '../schedule-form.ts';
import type { ShownRange } from '../use-schedules.ts';
import { CalendarToolbar, VIEWS } from './calendar-toolbar.tsx';

interface ScheduleCalendarProps {
  schedules: readonly ScheduleView[];
  onShow: (range: ShownRange) => void;
  onOpen: (schedule: ScheduleView) => void;
  /** Called when a day or hour was selected: local time, `yyyy-MM-ddTHH:mm`. */
  onAdd: (sendAt: string) => void;
  /** Moves a schedule to another instant, in `schedules` at once. */
  onMove: (schedule: ScheduleView, sendAt: string) => void;
}

const LOCALES: Record<Language, LocaleInput> = { pt: ptLocale, en: enLocale, es: esLocale, tr: trLocale };
const isLanguage = (text: string): text is Language => Object.hasOwn(LOCALES, text);

/** Time for a selected day without an hour. */
const MORNING = 'T09:00';
const LOCAL_MINUTE = 'yyyy-MM-ddTHH:mm'.length;

const TONES = { PENDENTE: 'primary', ENVIADA: 'success', ERRO: 'error' } as const;

const eventOf = (schedule: ScheduleView, user: SessionUser): EventInput => ({
  id: String(schedule.id),
  title: schedule.contact.name,
  start: schedule.sendAt,
  editable: schedule.sentAt === null && mayChangeSchedule(schedule, user),
  color: `var(--mui-palette-${TONES[schedule.status]}-main)`,
  contrastColor: `var(--mui-palette-${TONES[schedule.status]}-contrastText)`,
  className: `schedule-${TONES[schedule.status]}`,
});

/** The first day of a week takes the focus, so that the keyboard can scroll the hours also without a schedule in them. */
const focusFirst = (day: HTMLElement): void => {
  if (day.parentElement?.querySelector('[role=cell]') === day) day.tabIndex = 0;
};

/** Class of the link that opens the schedules of a day that have no room. */
const MORE = 'more-schedules';

/** The calendar's styles, from the theme. */
const styles = {
  flex: 1,
  minHeight: { xs: 480, md: 560 },
  // Truncated names end in an ellipsis.
  '& *': { textOverflow: 'ellipsis' },
  // Large enough for touch, and for a mouse in an unsteady hand.
  '& [class*=schedule-]': { minHeight: 24, [TOUCH]: { minHeight: layout.touchTarget } },
  [`& .${MORE}`]: { minHeight: 24, display: 'flex', alignItems: 'center' },
  '--fc-classic-background': 'var(--mui-palette-background-paper)',
  '--fc-classic-foreground': 'var(--mui-palette-text-primary)',
  '--fc-classic-muted-foreground': 'var(--mui-palette-text-secondary)',
  '--fc-classic-faint-foreground': 'var(--mui-palette-text-secondary)',
  '--fc-classic-border': 'var(--mui-palette-divider)',
  '--fc-classic-strong-border': 'var(--mui-palette-outline)',
  '--fc-classic-faint': 'var(--mui-palette-action-hover)',
  '--fc-classic-muted': 'var(--mui-palette-action-hover)',
  '--fc-classic-strong': 'var(--mui-palette-action-hover)',
  '--fc-classic-highlight': 'var(--mui-palette-action-selected)',
  '--fc-classic-today': 'var(--mui-palette-action-selected)',
  '--fc-classic-now': 'var(--mui-palette-error-main)',
  '--fc-classic-primary': 'var(--mui-palette-primary-main)',
  '--fc-classic-primary-foreground': 'var(--mui-palette-primary-contrastText)',
  '--fc-classic-event': 'var(--mui-palette-primary-soft)',
  '--fc-classic-event-contrast': 'var(--mui-palette-primary-text)',
  '--fc-classic-small-dot-width': '8px',
  '--fc-classic-large-dot-width': '10px',
  '--fc-classic-background-event': 'var(--mui-palette-success-main)',
  '--fc-classic-background-event-opacity': '15%',
  '--fc-classic-background-event-foreground-opacity': '50%',
} as const;

/**
 * Shows scheduled messages by month, week, day or as a list, in the company's time zone. Users with the permission
 * can drag unsent schedules.
 */
export const ScheduleCalendar = ({ schedules, onShow, onOpen, onAdd, onMove }: ScheduleCalendarProps) => {
  const { t, language } = useTranslation('schedules');
  const isPhone = useIsPhone();
  const user = useUser();
  const calendar = useCalendarController();
  const find = (id: string) => schedules.find((schedule) => String(schedule.id) === id);
  const zone = timeZone();
  return (
    <>
      <CalendarToolbar
        calendar={calendar}
        views={isPhone ? ['list', 'day', 'month'] : ['month', 'week', 'day', 'list']}
      />
      <Box sx={{ ...styles, borderRadius: `${radius.card}px` }}>
        <FullCalendar
          plugins={[dayGridPlugin, timeGridPlugin, listPlugin, interactionPlugin, classicTheme]}
          locale={LOCALES[isLanguage(language) ? language : 'pt']}
          {...(zone === undefined ? {} : { timeZone: zone })}
          controller={calendar}
          initialView={VIEWS[isPhone ? 'list' : 'month']}
          headerToolbar={false}
          eventDisplay="block"
          height="100%"
          nowIndicator
          dayLaneDidMount={({ el }) => focusFirst(el)}
          // Day numbers are too small for touch.
          navLinks={!isPhone}
          allDaySlot={false}
          dayMaxEvents
          moreLinkClass={MORE}
          editable
          eventDurationEditable={false}
          defaultTimedEventDuration={{ seconds: SHOWN_LENGTH_S }}
          // A schedule late in the evening is shown only on its own day.
          nextDayThreshold={{ seconds: SHOWN_LENGTH_S }}
          eventTimeFormat={{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }}
          noEventsContent={t('calendar.nothing')}
          events={schedules.map((schedule) => eventOf(schedule, user))}
          datesSet={({ start, end }) => onShow({ dateFrom: start.toISOString(), dateTo: end.toISOString() })}
          eventClick={({ event, jsEvent }) => {
            jsEvent.preventDefault();
            const schedule = find(event.id);
            if (schedule !== undefined) onOpen(schedule);
          }}
          dateClick={({ dateStr, allDay }) =>
            onAdd(allDay ? `${dateStr}${MORNING}` : dateStr.slice(0, LOCAL_MINUTE))
          }
          eventDrop={({ event, revert }) => {
            const schedule = find(event.id);
            if (schedule === undefined || event.start === null) return revert();
            onMove(schedule, event.start.toISOString());
          }}
        />
      </Box>
    </>
  );
};
