import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Where a dragged row would go: before or after the row below the pointer, or below it in the tree. */
export type DropAt = 'reorder-before' | 'reorder-after' | 'combine';

/** Marks the part of a row that it is dragged by. */
export const DRAG_HANDLE = 'data-drag-handle';

interface DragRow {
  /** Rows of one list are dropped on each other, and on no others. */
  list: string;
  id: string;
  disabled?: boolean;
  /** Whether a row may go there; asked while it is dragged over this one. */
  accepts: (draggedId: string, at: DropAt) => boolean;
  onDrop: (draggedId: string, at: DropAt) => void;
}

/** Lets a row be dragged by its handle, and others be dropped on it. */
export const useDragRow = ({ list, id, disabled = false, accepts, onDrop }: DragRow) => {
  const row = useRef<HTMLElement>(null);
  const [dropAt, setDropAt] = useState<DropAt | null>(null);
  const [isDragged, setDragged] = useState(false);
  const decide = useRef({ accepts, onDrop });
  useEffect(() => {
    decide.current = { accepts, onDrop };
  });
  useEffect(() => {
    const element = row.current;
    const dragHandle = element?.querySelector(`[${DRAG_HANDLE}]`);
    if (disabled || !element || !dragHandle) return;
    const idOf = (data: Record<string | symbol, unknown>): string => String(data.id);
    const availability = (draggedId: string, at: DropAt) =>
      decide.current.accepts(draggedId, at) ? ('available' as const) : ('not-available' as const);
    const operationOf = (data: Record<string | symbol, unknown>): DropAt | null =>
      extractInstruction(data)?.operation ?? null;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ list, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.id !== id,
        getData: ({ input, source }) =>
          attachInstruction(
            { id },
            {
              input,
              element,
              operations: {
                'reorder-before': availability(idOf(source.data), 'reorder-before'),
                'reorder-after': availability(idOf(source.data), 'reorder-after'),
                combine: availability(idOf(source.data), 'combine'),
              },
            },
          ),
        onDrag: ({ self }) => setDropAt(operationOf(self.data)),
        onDragLeave: () => setDropAt(null),
        onDrop: ({ self, source }) => {
          setDropAt(null);
          const at = operationOf(self.data);
          if (at !== null) decide.current.onDrop(idOf(source.data), at);
        },
      }),
    );
  }, [list, id, disabled]);
  return { row, dropAt, isDragged };
};

/** Scrolls a list while one of its rows is dragged to its edge. */
export const useDragScroll = (scroller: RefObject<HTMLElement | null>, list: string): void => {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    return autoScrollForElements({ element, canScroll: ({ source }) => source.data.list === list });
  }, [scroller, list]);
};
