import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { realtimeRoutes } from '@prosa/shared/contracts/realtime.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { call } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { containFailures } from '../api/contain-failures.ts';
import { queryClient } from '../api/query.ts';
import { catchUpQueries, recoverQueries } from '../api/recover-queries.ts';
import { takePage } from '../session/page-start.ts';
import { createAbsenceWatch } from './after-absence.ts';
import { canInflate, frameReader } from './read-frame.ts';
import { createRealtime, type Socket } from './realtime.ts';
import { serverNow } from './server-time.ts';

/**
 * Only live events keep the queries of these routes up to date. The route of an open ticket is missing, because the
 * response to joining the ticket's room contains the ticket's version.
 */
const LIVE_ROWS: ReadonlySet<string> = new Set([
  ticketRoutes.list.id,
  ticketRoutes.count.id,
  ticketRoutes.usersMoments.id,
]);
/** The response to joining a room decides whether the stale queries of these routes are refetched. */
const ROOM_ROWS: ReadonlySet<string> = new Set([messageRoutes.list.id]);

/** Runs an event's handler so that an exception cannot stop the connection. */
export const contained = containFailures({
  report: (error) => reportError(error),
  refetch: () => void recoverQueries(queryClient),
  later: setTimeout,
});

const openSocket = (ticket: string): Socket => {
  const url = new URL('/ws', globalThis.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('ticket', ticket);
  // Joined on opening, so that no message is missed from then on.
  url.searchParams.set('join', 'notification');
  // One frame may contain many events.
  url.searchParams.set('batch', '1');
  if (canInflate) url.searchParams.set('deflate', '1');
  const socket = new WebSocket(url);
  const port: Socket = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => port.onopen?.();
  const read = frameReader(
    (text) => port.onmessage?.(text),
    () => socket.close(),
  );
  socket.onmessage = ({ data }) => typeof data === 'string' && read(data);
  socket.onclose = () => port.onclose?.();
  return port;
};

/** This tab's WebSocket connection; started and stopped with the sign-in session. */
export const realtime = createRealtime({
  getTicket: async () => (await call(realtimeRoutes.createTicket, {})).ticket,
  openSocket,
  takePage,
  later: (work, ms) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  contained,
  onOpened: (missed) => void catchUpQueries(queryClient, missed, LIVE_ROWS, ROOM_ROWS),
  onReopened: () => void recoverQueries(queryClient),
});

/**
 * Calls `work` each time the connection has opened, before anything is refetched. Returns a function that removes it.
 */
export const onOpened = (work: () => void): (() => void) =>
  realtime.store.subscribe(({ state }, before) => {
    if (state === 'open' && before.state !== 'open') work();
  });

/** Looks for what the page missed each time the connection has opened again, see {@link createAbsenceWatch}. */
export const afterAbsence = createAbsenceWatch({
  now: serverNow,
  onOpened,
  onFrame: (work) => realtime.listen(work),
  report: (error) => reportError(error),
  isFailedRequest: (error) => error instanceof ApiError,
});
