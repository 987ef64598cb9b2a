/** Time as the local services see it, so that tests can move it. */
export interface LocalClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs `action` at a time, or as soon as it is past; the returned function calls it off. */
  at(epochMs: number, action: () => void): () => void;
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The machine's clock; its timers do not keep the process alive. */
export const systemLocalClock: LocalClock = {
  now: () => Date.now(),
  at: (epochMs, action) => {
    const timer = setTimeout(action, Math.min(Math.max(0, epochMs - Date.now()), MAX_TIMEOUT_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface ManualClock extends LocalClock {
  /** Moves time on, running what falls due in order. */
  advance(ms: number): void;
}

/** A clock that stands still until it is advanced. */
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
