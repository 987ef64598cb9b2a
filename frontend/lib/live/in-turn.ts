/** Maximum of items that wait for their preparation. */
const KEPT_ITEMS = 500;

interface TurnPorts<T> {
  /** Whether an item can be processed immediately. */
  ready: (item: T) => boolean;
  /** Loads the code or data needed to process an item. */
  prepare: (item: T) => Promise<unknown>;
  /** Processes an item; must not throw. */
  work: (item: T) => void;
  /** Called when an item, or all waiting items, are dropped: `prepare` failed, or too many waited. */
  giveUp: (error: unknown) => void;
}

interface Turn<T> {
  /** Processes an item immediately if possible, otherwise after those that wait and after its preparation. */
  take: (item: T) => void;
  /** Drops the items that wait. */
  forget: () => void;
}

/** Processes items in order of arrival. */
export const inTurn = <T>({ ready, prepare, work, giveUp }: TurnPorts<T>): Turn<T> => {
  const waiting: { item: T; round: number }[] = [];
  /** Number of calls of `forget`. Items of an earlier round are dropped when their turn comes. */
  let round = 0;
  const workOff = async (): Promise<void> => {
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      try {
        if (!ready(next.item)) await prepare(next.item);
        if (next.round === round) work(next.item);
      } catch (error) {
        giveUp(error);
      }
      waiting.shift();
    }
  };
  return {
    take: (item) => {
      if (waiting.length === 0 && ready(item)) {
        work(item);
        return;
      }
      waiting.push({ item, round });
      if (waiting.length === 1) void workOff();
      if (waiting.length <= KEPT_ITEMS) return;
      // The first item is being processed, so it stays.
      waiting.length = 1;
      giveUp(new Error('more came than can wait for the code that handles it'));
    },
    forget: () => {
      round += 1;
    },
  };
};
