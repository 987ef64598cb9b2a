import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';

/** Returns the id of the n-th option, for the field's `aria-activedescendant`. */
export const choiceOptionId = (id: string, index: number): string => `${id}-${index}`;

interface ChoiceAboveProps {
  id: string;
  /** Accessible name of the list. */
  label: string;
  options: readonly { key: string | number; content: ReactNode }[];
  active: number;
  onPick: (index: number) => void;
  /** Maximum width in pixels. */
  maxWidth: number;
}

/** Maximum height of the list, so that it does not cover the conversation. */
const MAX_HEIGHT_PX = 300;

const bringIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

/** Shows completions of the typed word above the field. The focus stays in the field (`useChoiceKeys`). */
export const ChoiceAbove = ({ id, label, options, active, onPick, maxWidth }: ChoiceAboveProps) => {
  if (options.length === 0) return null;
  return (
    <Box sx={{ position: 'relative' }}>
      <Paper
        sx={{
          position: 'absolute',
          bottom: 4,
          insetInlineStart: 0,
          zIndex: 'modal',
          width: `min(${maxWidth}px, 100%)`,
          maxHeight: MAX_HEIGHT_PX,
          overflow: 'auto',
          bgcolor: 'background.raised',
          boxShadow: 'var(--mui-palette-floatShadow)',
        }}
      >
        <MenuList id={id} role="listbox" aria-label={label} dense autoFocusItem={false}>
          {options.map(({ key, content }, index) => (
            <MenuItem
              key={key}
              ref={index === active ? bringIntoView : null}
              id={choiceOptionId(id, index)}
              role="option"
              selected={index === active}
              aria-selected={index === active}
              tabIndex={-1}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(index)}
              sx={{ gap: 3 }}
            >
              {content}
            </MenuItem>
          ))}
        </MenuList>
      </Paper>
    </Box>
  );
};
