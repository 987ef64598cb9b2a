interface ContainPorts {
  /** Says what broke, to whoever watches this browser's errors. */
  report: (error: unknown) => void;
  /** Brings everything that is shown back to what the server knows. */
  refetch: () => void;
  later: (work: () => void, ms: number) => void;
}

/** Frames that break something come in bursts, as all frames do; one fetch follows each burst. */
const SETTLE_MS = 1000;

/**
 * Runs what a live frame asks for. What throws is reported and made up for by fetching again; later frames are handled
 * as if nothing had happened.
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
