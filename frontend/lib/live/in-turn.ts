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

/** Processes items in order of arrival: immediately if possible, otherwise after their preparation. */
export const inTurn = <T>({ ready, prepare, work, giveUp }: TurnPorts<T>): ((item: T) => void) => {
  const waiting: T[] = [];
  const workOff = async (): Promise<void> => {
    for (let [item] = waiting; item !== undefined; [item] = waiting) {
      try {
        if (!ready(item)) await prepare(item);
        work(item);
      } catch (error) {
        giveUp(error);
      }
      waiting.shift();
    }
  };
  return (item) => {
    if (waiting.length === 0 && ready(item)) {
      work(item);
      return;
    }
    waiting.push(item);
    if (waiting.length === 1) void workOff();
    if (waiting.length <= KEPT_ITEMS) return;
    // The first item is being processed, so it stays.
    waiting.length = 1;
    giveUp(new Error('more came than can wait for the code that handles it'));
  };
};
