import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { motion } from '../../../theme/tokens.ts';

/** Step of the arrow keys. */
const STEP_PX = 16;
/** The line is thin, but can be grabbed this far beside it. */
const GRAB_PX = 6;

const Line = styled('div')(({ theme }) => ({
  position: 'relative',
  flexShrink: 0,
  width: 1,
  zIndex: 1,
  cursor: 'col-resize',
  touchAction: 'none',
  backgroundColor: theme.vars?.palette.divider,
  transition: `background-color ${motion.fastMs}ms`,
  '&::before': { content: '""', position: 'absolute', insetBlock: 0, insetInline: -GRAB_PX },
  '&:hover, &:active, &:focus-visible': {
    outline: 'none',
    backgroundColor: theme.vars?.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars?.palette.primary.main}`,
  },
}));

interface ListSplitterProps {
  /** Width of the list, with its limits. */
  widthPx: number;
  minPx: number;
  maxPx: number;
  /** Called with each width while the user drags. */
  onResize: (widthPx: number) => void;
  /** Called with the width that the user chose. */
  onResized: (widthPx: number) => void;
}

/** The splitter between list and conversation: dragged, or moved with the arrow keys, Home and End. */
export const ListSplitter = ({ widthPx, minPx, maxPx, onResize, onResized }: ListSplitterProps) => {
  const { t } = useTranslation('tickets');
  const drag = useRef<{ fromX: number; fromPx: number } | null>(null);
  const within = (px: number): number => Math.round(Math.min(maxPx, Math.max(minPx, px)));
  const draggedTo = ({ clientX }: PointerEvent): number =>
    drag.current === null ? widthPx : within(drag.current.fromPx + clientX - drag.current.fromX);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = {
      ArrowLeft: widthPx - STEP_PX,
      ArrowRight: widthPx + STEP_PX,
      Home: minPx,
      End: maxPx,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onResized(within(target));
  };
  return (
    <Line
      role="separator"
      aria-label={t('resize')}
      aria-orientation="vertical"
      aria-valuenow={widthPx}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { fromX: event.clientX, fromPx: widthPx };
      }}
      onPointerMove={(event) => {
        if (drag.current !== null) onResize(draggedTo(event));
      }}
      onPointerUp={(event) => {
        const chosenPx = draggedTo(event);
        drag.current = null;
        onResized(chosenPx);
      }}
      onPointerCancel={() => {
        drag.current = null;
        onResized(widthPx);
      }}
    />
  );
};
