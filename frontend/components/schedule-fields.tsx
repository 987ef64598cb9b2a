import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ScheduleEntry, scheduleEntrySchema } from '@prosa/shared/entities/common.ts';
import { useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import * as z from 'zod';
import { maskTime } from '../lib/texts/mask-time.ts';
import { useTranslation } from '../lib/texts/use-translation.ts';
import { CLOSED, isClosed, SHIFT_TIMES, type ShiftTimes, timesOf, WORKDAY } from '../lib/texts/week-hours.ts';
import { ActionMenu } from './action-menu.tsx';
import { IconAction } from './icon-action.tsx';

const TimeField = ({ name, label }: { name: string; label: string }) => {
  const { field, fieldState } = useController({ name });
  const value: unknown = field.value;
  return (
    <TextField
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => field.onChange(maskTime(event.target.value))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
      placeholder="00:00"
      slotProps={{ htmlInput: { 'aria-label': label, inputMode: 'numeric' } }}
    />
  );
};

const weekSchema = z.array(
  z.object({
    weekdayEn: scheduleEntrySchema.shape.weekdayEn,
    // Half-typed times, too.
    startTimeA: z.string(),
    endTimeA: z.string(),
    startTimeB: z.string(),
    endTimeB: z.string(),
  }),
);
type Day = z.infer<typeof weekSchema>[number];

interface DayFieldsProps {
  name: string;
  index: number;
  day: Day;
  onChange: (times: ShiftTimes) => void;
  onCopy: (to: 'all' | 'workdays') => void;
}

const DayFields = ({ name, index, day, onChange, onCopy }: DayFieldsProps) => {
  const { t } = useTranslation('week-hours');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  /** The times before the day was closed, for opening it again. */
  const before = useRef<ShiftTimes>(WORKDAY);
  const weekday = t(`weekday.${day.weekdayEn}`);
  const closed = isClosed(day);
  const close = (isToClose: boolean) => {
    if (isToClose) before.current = timesOf(day);
    onChange(isToClose ? CLOSED : before.current);
  };
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0 }}>
      <Typography
        component="legend"
        variant="body2"
        sx={{ display: 'contents', fontWeight: 'fontWeightMedium' }}
      >
        {weekday}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 2, minHeight: 36 }}>
        <FormControlLabel
          label={t('closed')}
          labelPlacement="start"
          control={
            <Switch
              size="small"
              checked={closed}
              onChange={(_event, checked) => close(checked)}
              slotProps={{ input: { 'aria-label': t('closedOn', { weekday }) } }}
            />
          }
          sx={{
            margin: 0,
            gap: 2,
            '& .MuiFormControlLabel-label': { fontSize: 13, color: 'text.secondary' },
          }}
        />
        <IconAction
          size="small"
          label={t('copy', { weekday })}
          icon={<ContentCopyRounded fontSize="small" />}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        />
        <ActionMenu
          title={t('copy', { weekday })}
          at={anchor}
          onClose={() => setAnchor(null)}
          actions={[
            {
              id: 'workdays',
              label: t('copyToWorkdays'),
              icon: <ContentCopyRounded />,
              run: () => onCopy('workdays'),
            },
            {
              id: 'all',
              label: t('copyToAll'),
              icon: <ContentCopyRounded />,
              run: () => onCopy('all'),
            },
          ]}
        />
      </Box>
      {!closed && (
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' }, gap: 2 }}>
          {SHIFT_TIMES.map((time) => (
            <TimeField
              key={time}
              name={`${name}.${index}.${time}`}
              label={`${weekday}, ${t(`shift.${time}`)}`}
            />
          ))}
        </Box>
      )}
    </Box>
  );
};

const WEEKEND: readonly ScheduleEntry['weekdayEn'][] = ['saturday', 'sunday'];

/** Fields for two shifts per weekday. A day can be closed, and its hours copied to other days. */
export const ScheduleFields = ({ name }: { name: string }) => {
  const { watch, setValue } = useFormContext();
  const week = weekSchema.safeParse(watch(name)).data ?? [];
  const put = (index: number, times: ShiftTimes) => {
    for (const time of SHIFT_TIMES)
      setValue(`${name}.${index}.${time}`, times[time], { shouldDirty: true, shouldValidate: true });
  };
  const copy = (from: Day, to: 'all' | 'workdays') => {
    for (const [index, { weekdayEn }] of week.entries()) {
      if (to === 'all' || !WEEKEND.includes(weekdayEn)) put(index, timesOf(from));
    }
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {week.map((day, index) => (
        <DayFields
          key={day.weekdayEn}
          name={name}
          index={index}
          day={day}
          onChange={(times) => put(index, times)}
          onCopy={(to) => copy(day, to)}
        />
      ))}
    </Box>
  );
};
