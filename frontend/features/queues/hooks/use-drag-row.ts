import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachInstruction, extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Drop position of a dragged row: before or after the row below the pointer, or as its child in the tree. */
export type DropAt = 'reorder-before' | 'reorder-after' | 'combine';

/** Attribute of a row's drag handle. */
export const DRAG_HANDLE = 'data-drag-handle';

interface DragRow {
  /** Id of the list; rows can only be dropped on rows of the same list. */
  list: string;
  id: string;
  disabled?: boolean;
  /** Whether a row may be dropped there; called while it is dragged over this row. */
  accepts: (draggedId: string, at: DropAt) => boolean;
  onDrop: (draggedId: string, at: DropAt) => void;
}

/** Makes a row draggable by its handle, and a drop target for other rows. */
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
