import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { useEffect, useRef } from 'react';
import { selectionStore, toggleSelected } from '../../selection.ts';

interface MessageSelectorProps {
  id: string;
  label: string;
  checked: boolean;
}

/** Covers a message in selection mode; a press anywhere on it selects it. */
export const MessageSelector = ({ id, label, checked }: MessageSelectorProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (selectionStore.getState().beginsAt !== id) return;
    selectionStore.setState({ beginsAt: null });
    input.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <Box
      component="label"
      sx={{
        position: 'absolute',
        inset: 0,
        zIndex: 1,
        display: 'flex',
        alignItems: 'center',
        paddingInlineStart: 1,
        cursor: 'pointer',
      }}
    >
      <Checkbox
        checked={checked}
        onChange={() => toggleSelected(id)}
        slotProps={{ input: { ref: input, 'aria-label': label } }}
      />
    </Box>
  );
};
