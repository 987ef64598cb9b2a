import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Marks the drags of this panel, so that nothing else can be dropped on it. */
const KIND = 'panel-ticket';

/** Makes a ticket's row draggable. */
export const useDragTicket = (ticketId: number, enabled: boolean) => {
  const row = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (element === null || !enabled) return;
    return draggable({
      element,
      getInitialData: () => ({ kind: KIND, ticketId }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [ticketId, enabled]);
  return { row, isDragged };
};

/** Makes a column a place where tickets can be dropped. */
export const useDropColumn = (column: RefObject<HTMLElement | null>, onDrop: (ticketId: number) => void) => {
  const [isOver, setOver] = useState(false);
  const decide = useRef(onDrop);
  useEffect(() => {
    decide.current = onDrop;
  });
  useEffect(() => {
    const element = column.current;
    if (element === null) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.kind === KIND,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        decide.current(Number(source.data.ticketId));
      },
    });
  }, [column]);
  return isOver;
};

/** Scrolls the columns while a ticket is dragged to their edge. */
export const usePanelScroll = (scroller: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    return autoScrollForElements({ element, canScroll: ({ source }) => source.data.kind === KIND });
  }, [scroller]);
};
