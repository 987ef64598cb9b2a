import type { OnMoveEnd } from '@xyflow/react';
import { createContext, startTransition, use, useState } from 'react';

/** From this number of nodes on, the canvas draws less, so that moving it stays smooth. */
export const MANY_NODES = 150;
/** Below this zoom, the text of a card is less than 5 px high. */
const FAR_ZOOM = 0.3;

/** Whether a flow of many nodes is seen from so far that its texts cannot be read. */
export const IsFarContext = createContext(false);
export const useIsFar = (): boolean => use(IsFarContext);

/**
 * Returns whether the canvas is far, with the handler that keeps it up to date. It changes when a move of the canvas ends:
 * redrawing every card would interrupt the move.
 */
export const useFarView = (nodes: number): { isFar: boolean; onMoveEnd: OnMoveEnd } => {
  const [zoom, setZoom] = useState(1);
  return {
    isFar: nodes > MANY_NODES && zoom < FAR_ZOOM,
    onMoveEnd: (_event, viewport) => startTransition(() => setZoom(viewport.zoom)),
  };
};
