import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Makes an element draggable, as an item with an id.
 * @param kind name of the drags of one screen: items can be dropped only on targets of the same kind
 */
export const useDragItem = (kind: string, id: number, enabled: boolean) => {
  const item = useRef<HTMLDivElement>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const element = item.current;
    if (element === null || !enabled) return;
    return draggable({
      element,
      getInitialData: () => ({ kind, id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [kind, id, enabled]);
  return { item, isDragged };
};

/** Makes an element a place where items can be dropped. Returns whether an item is over it. */
export const useDropTarget = (
  kind: string,
  target: RefObject<HTMLElement | null>,
  onDrop: (id: number) => void,
): boolean => {
  const [isOver, setOver] = useState(false);
  const decide = useRef(onDrop);
  useEffect(() => {
    decide.current = onDrop;
  });
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.kind === kind,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        decide.current(Number(source.data.id));
      },
    });
  }, [kind, target]);
  return isOver;
};

/** Scrolls an element while an item is dragged to its edge. */
export const useDragScroll = (kind: string, scroller: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    return autoScrollForElements({ element, canScroll: ({ source }) => source.data.kind === kind });
  }, [kind, scroller]);
};
