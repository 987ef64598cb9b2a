import { EVENT_MAX_BYTES } from '@prosa/shared/events/catalogue.ts';
import type { SocketFrames } from './deliver-frames.ts';
import type { OpenSocket } from './sockets.ts';

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

/** Events as JSON arrays that fit a frame each, in their order. An event of up to 32 kB less its brackets fits alone. */
export const packFrames = (
  events: readonly Uint8Array[],
  maxBytes: number = EVENT_MAX_BYTES,
): Uint8Array[] => {
  const frames: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const flush = () => {
    if (parts.length > 0) frames.push(Buffer.concat([OPEN, ...parts, CLOSE]));
    parts = [];
    bytes = OPEN.length + CLOSE.length;
  };
  flush();
  for (const event of events) {
    if (parts.length > 0 && bytes + COMMA.length + event.length > maxBytes) flush();
    if (parts.length > 0) parts.push(COMMA);
    parts.push(event);
    bytes += event.length + (parts.length > 1 ? COMMA.length : 0);
  }
  flush();
  return frames;
};

/**
 * The frames of each socket: an event each, or arrays of them where the socket takes those. Made once for all sockets
 * that hear the same.
 * @param events as JSON
 * @param heard of each socket the places of its events
 */
export const framesOf = (
  events: readonly Uint8Array[],
  heard: ReadonlyMap<OpenSocket, readonly number[]>,
): SocketFrames => {
  const made = new Map<string, readonly Uint8Array[]>();
  const frames = new Map<OpenSocket, readonly Uint8Array[]>();
  for (const [socket, places] of heard) {
    const { batch } = socket;
    const name = `${batch} ${places.join()}`;
    let own = made.get(name);
    if (own === undefined) {
      const singles = places.flatMap((place) => events[place] ?? []);
      own = batch ? packFrames(singles) : singles;
      made.set(name, own);
    }
    frames.set(socket, own);
  }
  return frames;
};
