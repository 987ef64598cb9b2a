import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useState } from 'react';
import { useBackCloses } from '../lib/screen/use-back-closes.ts';

/** A field with a few choices, given as menu items. */
export const SelectField = (props: Omit<TextFieldProps, 'select' | 'slotProps'>) => {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return (
    <TextField
      {...props}
      select
      slotProps={{
        select: { displayEmpty: true, open, onOpen: () => setOpen(true), onClose: () => setOpen(false) },
      }}
    />
  );
};
