import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { motion } from '../../../theme/tokens.ts';

/** Pixels the list may be dragged to. */
export const WIDTH_MIN_PX = 404;
export const WIDTH_MAX_PX = 700;
const STEP_PX = 16;
/** The line is thin; what takes hold of it is wider. */
const GRIP_PX = 9;

export const clampWidth = (widthPx: number): number =>
  Math.round(Math.min(WIDTH_MAX_PX, Math.max(WIDTH_MIN_PX, widthPx)));

interface ListSplitterProps {
  widthPx: number;
  /** While it is dragged. */
  onChange: (widthPx: number) => void;
  /** When it is let go. */
  onSettled: (widthPx: number) => void;
}

/** The line between list and conversation: dragged, or moved with the arrow keys. */
export const ListSplitter = ({ widthPx, onChange, onSettled }: ListSplitterProps) => {
  const { t } = useTranslation('tickets');
  const start = useRef<{ x: number; widthPx: number } | null>(null);
  const [held, setHeld] = useState(false);

  const drop = () => {
    if (start.current === null) return;
    start.current = null;
    setHeld(false);
    onSettled(widthPx);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, widthPx };
    setHeld(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (start.current !== null) onChange(clampWidth(start.current.widthPx + event.clientX - start.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: widthPx - STEP_PX,
      ArrowRight: widthPx + STEP_PX,
      Home: WIDTH_MIN_PX,
      End: WIDTH_MAX_PX,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(clampWidth(next));
    onSettled(clampWidth(next));
  };

  return (
    <Box
      role="separator"
      aria-orientation="vertical"
      aria-label={t('resize')}
      aria-valuemin={WIDTH_MIN_PX}
      aria-valuemax={WIDTH_MAX_PX}
      aria-valuenow={widthPx}
      tabIndex={0}
      data-held={held}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={onKeyDown}
      sx={{
        position: 'relative',
        zIndex: 1,
        flexShrink: 0,
        width: '1px',
        cursor: 'col-resize',
        touchAction: 'none',
        bgcolor: 'divider',
        outlineOffset: '-1px',
        transition: `background-color ${motion.fastMs}ms`,
        '&::after': {
          content: '""',
          position: 'absolute',
          insetBlock: 0,
          left: `${-(GRIP_PX - 1) / 2}px`,
          width: `${GRIP_PX}px`,
        },
        '&:hover, &[data-held="true"], &:focus-visible': {
          bgcolor: 'primary.main',
          boxShadow: '0 0 0 1px var(--mui-palette-primary-main)',
        },
      }}
    />
  );
};
