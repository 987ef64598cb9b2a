import type { ReactNode } from 'react';

/** Height of an error between two fields of a column, in pixels: the column's gap. */
const ERROR_PX = 16;

/**
 * Styles of a form's column of fields. A field's error fills the gap below the field instead of moving the next ones,
 * so that a click on the next field hits it; see {@link fieldText}.
 */
export const FIELD_COLUMN = {
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  '& > .MuiFormControl-root, & > .MuiAutocomplete-root > .MuiFormControl-root': {
    '& > .MuiFormHelperText-root:has(> [data-error-only])': {
      marginTop: 0,
      // A longer error moves the next fields by its further lines.
      marginBottom: `-${ERROR_PX}px`,
      lineHeight: `${ERROR_PX}px`,
    },
  },
} as const;

/**
 * Returns the text below a field: its error, or else its help. An error that replaces no help is marked for
 * {@link FIELD_COLUMN}.
 */
export const fieldText = (error: string | undefined, help?: string): ReactNode =>
  error !== undefined && help === undefined ? <span data-error-only>{error}</span> : (error ?? help);
