import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Ends what hangs: a busy machine answers within seconds. */
const SILENCE_LIMIT_MS = 60_000;

/** How a client leaves: by ending the connection, by a reset, or with the server's response still unread. */
export type Ending = 'end' | 'reset' | 'half-open';

export interface RawAnswer {
  /** The response as text; empty if there was none. */
  text: string;
  /** Status of the first response. */
  status: number | undefined;
}

interface RawOptions {
  ending?: Ending;
  patienceMs?: number;
  /** Whether the server certainly answers, so that its first bytes are awaited. */
  isAnswered?: boolean;
}

const ended = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

/**
 * Writes bytes that no client library would send to a server. Waits until the server is quiet for `patienceMs` or
 * closes the connection, and leaves.
 */
export const sendRaw = async (
  port: number,
  bytes: readonly (string | Uint8Array)[],
  { ending = 'end', patienceMs = 150, isAnswered = false }: RawOptions = {},
): Promise<RawAnswer> => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: ending === 'half-open' });
  const closed = ended(socket);
  let text = '';
  let heardAt = performance.now();
  // A connection closed by the server counts as an answer.
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    heardAt = performance.now();
    if (text.length < 65_536) text += chunk.toString('latin1');
  });
  socket.setTimeout(SILENCE_LIMIT_MS, () => socket.destroy());
  for (const piece of bytes) {
    if (socket.destroyed) break;
    // Writes as much as the server takes, because it may stop reading for good.
    if (!socket.write(piece)) {
      await Promise.race([
        new Promise((resolve) => socket.once('drain', resolve)),
        closed,
        delay(patienceMs),
      ]);
    }
  }
  heardAt = performance.now();
  const isExpected = (): boolean => (isAnswered && text === '') || performance.now() - heardAt < patienceMs;
  while (!socket.destroyed && isExpected()) {
    await Promise.race([closed, delay(10)]);
  }
  if (ending === 'reset') socket.resetAndDestroy();
  else if (!socket.destroyed) {
    socket.end();
    await Promise.race([closed, delay(patienceMs)]);
    socket.destroy();
  }
  await closed;
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  return { text, status: status === undefined ? undefined : Number(status) };
};
