import SearchRounded from '@mui/icons-material/SearchRounded';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';

interface SearchFieldProps {
  /** Accessible name: the kind of items that are searched. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

/** The search field above a table. */
export const SearchField = ({ label, placeholder, value, onChange, autoFocus = false }: SearchFieldProps) => (
  <TextField
    value={value}
    onChange={(event) => onChange(event.target.value)}
    placeholder={placeholder}
    autoFocus={autoFocus}
    sx={{ width: { xs: '100%', md: 260 } }}
    slotProps={{
      htmlInput: { 'aria-label': label, type: 'search' },
      input: {
        startAdornment: (
          <InputAdornment position="start">
            <SearchRounded />
          </InputAdornment>
        ),
      },
    }}
  />
);
