interface ContainPorts {
  /** Reports an error to the browser's error monitoring. */
  report: (error: unknown) => void;
  /** Refetches everything visible. */
  refetch: () => void;
  later: (work: () => void, ms: number) => void;
}

/** Frames arrive in bursts, and so do their errors; one refetch follows each burst. */
const SETTLE_MS = 1000;

/**
 * Runs a live frame's handler. An exception is reported and followed by a refetch; later frames are handled normally.
 */
export const containFailures = ({ report, refetch, later }: ContainPorts): ((work: () => void) => void) => {
  let settling = false;
  return (work) => {
    try {
      work();
    } catch (error) {
      report(error);
      if (settling) return;
      settling = true;
      later(() => {
        settling = false;
        refetch();
      }, SETTLE_MS);
    }
  };
};
