import { randomUUID } from 'node:crypto';

const MINUTE_MS = 60_000;

/** Runs a function every so many minutes, and once at the start: what fell due while nothing ran fires at once. */
export const startScheduleSource = (
  everyMinutes: number,
  invoke: (event: unknown) => Promise<unknown>,
): { stop(): Promise<void> } => {
  let running: Promise<unknown> = Promise.resolve();
  const fire = () => {
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      region: 'local',
      time: new Date().toISOString(),
      resources: [],
      detail: {},
    };
    // A run that failed was reported by whoever runs the function; the next tick is its retry.
    running = invoke(event).catch(() => undefined);
  };
  fire();
  const timer = setInterval(fire, everyMinutes * MINUTE_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
