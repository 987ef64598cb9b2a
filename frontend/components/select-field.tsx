import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { useBackCloses } from '../lib/screen/use-back-closes.ts';

type SelectFieldProps = Omit<TextFieldProps, 'select' | 'slotProps'> & {
  /** Accessible name of a field without a visible label. */
  hiddenName?: string;
  /** Shown for an empty value, if its menu item is too long for the field. */
  emptyText?: string;
};

/** A field with a few options, given as menu items. */
export const SelectField = ({ hiddenName, emptyText, ...props }: SelectFieldProps) => {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return (
    <TextField
      {...props}
      select
      slotProps={{
        select: {
          displayEmpty: true,
          open,
          onOpen: () => setOpen(true),
          onClose: () => setOpen(false),
          ...(emptyText !== undefined && props.value === '' ? { renderValue: () => emptyText } : {}),
          ...(hiddenName === undefined ? {} : { SelectDisplayProps: { 'aria-label': hiddenName } }),
        },
      }}
    />
  );
};
