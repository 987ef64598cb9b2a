import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useController, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { maskTime } from '../lib/texts/mask-time.ts';

const TIMES = ['startTimeA', 'endTimeA', 'startTimeB', 'endTimeB'] as const;
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

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

/** Two shifts for each weekday; an empty pair of times is no shift. */
export const ScheduleFields = ({ name }: { name: string }) => {
  const { t } = useTranslation('common');
  const { watch } = useFormContext();
  const entries: unknown = watch(name);
  const days = Array.isArray(entries) ? entries.length : 0;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {DAYS.slice(0, days).map((day, index) => (
        <Box key={day} component="fieldset" sx={{ border: 0, margin: 0, padding: 0 }}>
          <Typography
            component="legend"
            variant="body2"
            sx={{ fontWeight: 'fontWeightMedium', padding: 0, marginBottom: 1 }}
          >
            {t(`weekday.${day}`)}
          </Typography>
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' }, gap: 2 }}>
            {TIMES.map((time) => (
              <TimeField
                key={time}
                name={`${name}.${index}.${time}`}
                label={`${t(`weekday.${day}`)}, ${t(`shift.${time}`)}`}
              />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
