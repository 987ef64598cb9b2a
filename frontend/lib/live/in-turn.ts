/** Items kept while what they need is fetched. */
const KEPT_ITEMS = 500;

interface TurnPorts<T> {
  /** Whether an item can be worked off at once. */
  ready: (item: T) => boolean;
  /** Fetches what working an item off needs. */
  prepare: (item: T) => Promise<unknown>;
  /** Works an item off; throws nothing. */
  work: (item: T) => void;
  /** An item, or all that waited, are lost: `prepare` failed, or too much waited for it. */
  giveUp: (error: unknown) => void;
}

/** Works items off in the order in which they came: at once where it can, otherwise once what they need is there. */
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
    // The first one is being worked on.
    waiting.length = 1;
    giveUp(new Error('more came than can wait for the code that handles it'));
  };
};
