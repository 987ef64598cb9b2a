/** The used parts of the browser's history API. */
export interface HistoryPorts {
  /** Whether the current entry is a guard entry. */
  isGuard: () => boolean;
  /** Pushes a guard entry with the same address. */
  pushGuard: () => void;
  back: () => void;
}

/**
 * Creates the stack of layers above a screen; going back closes the top layer first. While a layer is open, the
 * history has a guard entry on top. A leftover guard entry, whose layer was closed in another way, is skipped when it
 * is reached. It is never removed before, because that would race with a navigation.
 */
export const createBackStack = ({ isGuard, pushGuard, back }: HistoryPorts) => {
  const layers: { close: () => void }[] = [];
  let wasGuard = false;
  /** Whether a leftover guard entry is being skipped. */
  let isPassing = false;
  const guard = () => {
    if (layers.length > 0 && !isGuard()) pushGuard();
    wasGuard = isGuard();
  };
  return {
    /** Adds a layer on top; returns a function that removes it. */
    open: (close: () => void): (() => void) => {
      const layer = { close };
      layers.push(layer);
      guard();
      return () => {
        const at = layers.indexOf(layer);
        if (at >= 0) layers.splice(at, 1);
      };
    },
    /** Must be called after every navigation. */
    navigated: (): void => {
      wasGuard = isGuard();
    },
    /**
     * Must be called when the user moved through the history. Returns whether that closed a layer instead of
     * navigating.
     * @param settled calls back after the layers had time to close
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
        // Needs another guard entry when a further layer is open, or when the layer asks before closing.
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
