import TextField from '@mui/material/TextField';

interface DayFieldProps {
  label: string;
  /** `YYYY-MM-DD`; empty for no day. */
  value: string;
  error?: string | undefined;
  onChange: (day: string) => void;
}

/** A field for a day above a list. Two of them share the width of a phone. */
export const DayField = ({ label, value, error, onChange }: DayFieldProps) => (
  <TextField
    type="date"
    size="small"
    label={label}
    value={value}
    error={error !== undefined}
    helperText={error}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '2199-12-31', min: '1970-01-01' } }}
    sx={{ width: { xs: 'calc(50% - 4px)', md: 168 } }}
  />
);
