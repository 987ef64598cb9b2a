/** The time source of the local services, so that tests can move the time. */
export interface LocalClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs `action` at a given time, or immediately when that time is past. The returned function cancels it. */
  at(epochMs: number, action: () => void): () => void;
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const MachineDate = Date;
let aheadMs = 0;
const listeners = new Set<(aheadMs: number) => void>();

/** The machine's `Date`, moved ahead by `aheadMs`. */
const movedDate = new Proxy(MachineDate, {
  construct: (target, given: [], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [MachineDate.now() + aheadMs] : given, newTarget),
  get: (target, name) =>
    name === 'now' ? () => MachineDate.now() + aheadMs : Reflect.get(target, name, target),
});

/** Returns how many milliseconds the clock of this process is ahead of the machine's clock. */
export const clockAheadMs = (): number => aheadMs;

/**
 * Sets how far `Date` is ahead in this process, so that a test can run at any day and hour. Actions of the
 * {@link systemLocalClock} become due. Plain timeouts, such as those of network calls, are not affected.
 */
export const moveClock = (toAheadMs: number): void => {
  aheadMs = toAheadMs;
  globalThis.Date = aheadMs === 0 ? MachineDate : movedDate;
  for (const listener of [...listeners]) listener(aheadMs);
};

/** Calls a listener whenever the clock is moved. The returned function removes the listener. */
export const onClockMoved = (listener: (aheadMs: number) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The clock of the process; its timers do not keep the process alive. */
export const systemLocalClock: LocalClock = {
  now: () => Date.now(),
  at: (epochMs, action) => {
    let timer: NodeJS.Timeout | undefined;
    const cancel = () => {
      clearTimeout(timer);
      stopListening();
    };
    const arm = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          cancel();
          action();
        },
        Math.min(Math.max(0, epochMs - Date.now()), MAX_TIMEOUT_MS),
      );
      timer.unref();
    };
    const stopListening = onClockMoved(arm);
    arm();
    return cancel;
  },
};

export interface ManualClock extends LocalClock {
  /** Advances the time and runs due actions in order. */
  advance(ms: number): void;
}

/** Creates a clock that moves only when it is advanced. */
export const createManualClock = (startMs = Date.UTC(2026, 0, 1)): ManualClock => {
  let nowMs = startMs;
  const pending = new Set<{ atMs: number; action: () => void }>();
  return {
    now: () => nowMs,
    at: (atMs, action) => {
      const entry = { atMs, action };
      pending.add(entry);
      return () => pending.delete(entry);
    },
    advance: (ms) => {
      const endMs = nowMs + ms;
      for (;;) {
        const next = [...pending].sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined || next.atMs > endMs) break;
        pending.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.action();
      }
      nowMs = endMs;
    },
  };
};
