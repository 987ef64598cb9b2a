import { useStore } from '@xyflow/react';
import { useDeferredValue } from 'react';

/** From this number of nodes on, the canvas draws less, so that moving it stays smooth. */
export const MANY_NODES = 150;
/** Below this zoom, the text of a card is less than 5 px high. */
const FAR_ZOOM = 0.3;

/**
 * Returns whether a flow of many nodes is seen from so far that its texts cannot be read. The answer may come some
 * frames after the zoom: the canvas draws the change beside its moves.
 */
export const useIsFar = (): boolean =>
  useDeferredValue(
    useStore(({ nodes, transform: [, , zoom] }) => nodes.length > MANY_NODES && zoom < FAR_ZOOM),
  );
