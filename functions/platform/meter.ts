import { AsyncLocalStorage } from 'node:async_hooks';

/** Table usage of one unit of work. */
export interface Usage {
  calls: number;
  /** Longest chain of calls that had to wait for one another. */
  sequential: number;
  readUnits: number;
  writeUnits: number;
}

interface Meter extends Usage {
  inFlight: number;
}

const store = new AsyncLocalStorage<Meter>();
/** Whether calls are counted; read when a client is created. */
export const isMetering = (): boolean => process.env.METER === '1';

/**
 * Runs `work` and returns its usage as well; counts only if METER=1. Also adds to the usage of the surrounding work.
 */
export const withMeter = async <T>(work: () => Promise<T>): Promise<{ result: T; usage: Usage }> => {
  const meter: Meter = { calls: 0, sequential: 0, readUnits: 0, writeUnits: 0, inFlight: 0 };
  const around = store.getStore();
  const result = await store.run(meter, work);
  const { inFlight: _inFlight, ...usage } = meter;
  if (around !== undefined) {
    around.calls += usage.calls;
    around.sequential += usage.sequential;
    around.readUnits += usage.readUnits;
    around.writeUnits += usage.writeUnits;
  }
  return { result, usage };
};

export const callStarted = (): void => {
  const meter = store.getStore();
  if (meter === undefined) return;
  meter.calls += 1;
  if (meter.inFlight === 0) meter.sequential += 1;
  meter.inFlight += 1;
};

export const callEnded = (readUnits: number, writeUnits: number): void => {
  const meter = store.getStore();
  if (meter === undefined) return;
  meter.inFlight -= 1;
  meter.readUnits += readUnits;
  meter.writeUnits += writeUnits;
};
