/** The parts of the browser's history that are used. */
export interface HistoryPorts {
  /** Whether the entry that is shown is one of ours. */
  isGuard: () => boolean;
  /** Puts an entry of ours, with the same address, on top of the one that is shown. */
  pushGuard: () => void;
  back: () => void;
}

/**
 * What lies over a screen, one above the other, so that going back closes what is on top first. While anything is open,
 * an entry of ours lies on the history. One that is left over, because its layer was closed in another way, is passed
 * over when it is reached: it is never taken away before, since that would race with a navigation.
 */
export const createBackStack = ({ isGuard, pushGuard, back }: HistoryPorts) => {
  const layers: { close: () => void }[] = [];
  let wasGuard = false;
  /** Going on to the screen below an entry of ours. */
  let isPassing = false;
  const guard = () => {
    if (layers.length > 0 && !isGuard()) pushGuard();
    wasGuard = isGuard();
  };
  return {
    /** Adds a layer on top; answers with what takes it away. */
    open: (close: () => void): (() => void) => {
      const layer = { close };
      layers.push(layer);
      guard();
      return () => {
        const at = layers.indexOf(layer);
        if (at >= 0) layers.splice(at, 1);
      };
    },
    /** To be told of every navigation. */
    navigated: (): void => {
      wasGuard = isGuard();
    },
    /**
     * To be told when the person went through the history. Answers whether that was for a layer, and no navigation.
     * @param settled called once the layers had time to close
     */
    popped: (settled: (then: () => void) => void): boolean => {
      const left = wasGuard;
      wasGuard = isGuard();
      if (isPassing) {
        isPassing = false;
        return false;
      }
      const top = layers.at(-1);
      if (top !== undefined) {
        if (!left) return false;
        const hasMore = layers.length > 1;
        top.close();
        // Another lies below it; or it may ask first.
        if (hasMore) guard();
        else settled(guard);
        return true;
      }
      if (!left && !wasGuard) return false;
      isPassing = wasGuard;
      back();
      return true;
    },
  };
};
