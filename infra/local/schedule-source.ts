import { randomUUID } from 'node:crypto';
import { onClockMoved } from './clock.ts';

const MINUTE_MS = 60_000;

/**
 * Runs a function at a fixed interval in minutes. Also runs it at the start and whenever the clock is moved, so that
 * overdue work runs immediately.
 */
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
    // The invoker reports a failed run; the next tick is its retry.
    running = invoke(event).catch(() => undefined);
  };
  fire();
  const timer = setInterval(fire, everyMinutes * MINUTE_MS);
  timer.unref();
  const stopListening = onClockMoved(fire);
  return {
    stop: async () => {
      stopListening();
      clearInterval(timer);
      await running;
    },
  };
};
