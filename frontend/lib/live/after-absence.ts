interface AbsencePorts {
  /** The server's time in epoch milliseconds. */
  now: () => number;
  /** Calls `work` each time the WebSocket connection has opened. */
  onOpened: (work: () => void) => () => void;
  /** Calls `work` for each received frame. */
  onFrame: (work: () => void) => () => void;
  /** Reports an error that is no failed request. */
  report: (error: unknown) => void;
  isFailedRequest: (error: unknown) => boolean;
}

/**
 * Looks for what a page missed while its WebSocket connection was lost. Each time the connection has opened again,
 * `look` gets the server's time of the last received frame: everything that happened until then was received. `look`
 * fetches, and returns what announces the result. If it fails, or the connection is lost again meanwhile, nothing is
 * announced, and the next opening covers that absence, too. The first opening is no return: a page has loaded then.
 * Returns a function that stops it.
 */
export const createAbsenceWatch =
  ({ now, onOpened, onFrame, report, isFailedRequest }: AbsencePorts) =>
  (look: (sinceMs: number) => Promise<() => void>): (() => void) => {
    let aliveMs: number | null = null;
    /** The beginning of the absence that was not looked at completely. */
    let absentMs: number | null = null;
    let round = 0;
    const opened = async (): Promise<void> => {
      round += 1;
      const mine = round;
      const sinceMs = absentMs ?? aliveMs;
      aliveMs = now();
      if (sinceMs === null) return;
      absentMs = sinceMs;
      try {
        const announce = await look(sinceMs);
        if (mine !== round) return;
        absentMs = null;
        announce();
      } catch (error) {
        // The next opening covers this absence, too.
        if (!isFailedRequest(error)) report(error);
      }
    };
    const stops = [
      onOpened(() => void opened()),
      onFrame(() => {
        aliveMs = now();
      }),
    ];
    return () => {
      round += 1;
      for (const stop of stops) stop();
    };
  };
