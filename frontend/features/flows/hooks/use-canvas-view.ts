import type { OnMove } from '@xyflow/react';
import { createContext, startTransition, useMemo, useRef, useState } from 'react';

/** From this number of nodes on, the canvas draws less, so that moving it stays smooth. */
export const MANY_NODES = 150;
/** Below this zoom, the text of a card is less than 5 px high. */
const FAR_ZOOM = 0.3;

/** How a flow of many nodes is seen. Another object after each zoom, so that all cards are drawn again. */
interface CanvasView {
  /** Whether it is so far that the texts of its cards cannot be read. */
  isFar: boolean;
  /** Whether the user is zooming now. Cards that come into view meanwhile show their texts when the zoom ends. */
  isZooming: () => boolean;
}

export const CanvasViewContext = createContext<CanvasView>({ isFar: false, isZooming: () => false });

/**
 * Returns how the canvas is seen, with the handlers that keep it up to date. The view changes when a zoom ends: redrawing
 * every card would interrupt the move.
 */
export const useCanvasView = (nodes: number): { view: CanvasView; onMove: OnMove; onMoveEnd: OnMove } => {
  const hasMany = nodes > MANY_NODES;
  const [settled, setSettled] = useState({ zoom: 1 });
  const isZooming = useRef(false);
  const view = useMemo(
    () => ({ isFar: hasMany && settled.zoom < FAR_ZOOM, isZooming: () => hasMany && isZooming.current }),
    [hasMany, settled],
  );
  const onMove: OnMove = (_event, { zoom }) => {
    if (zoom !== settled.zoom) isZooming.current = true;
  };
  return {
    view,
    onMove,
    onMoveEnd: (event, viewport) => {
      onMove(event, viewport);
      if (!isZooming.current) return;
      isZooming.current = false;
      startTransition(() => setSettled({ zoom: viewport.zoom }));
    },
  };
};
