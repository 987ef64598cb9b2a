/** Size of a piece: a worker stores it within seconds, and it is far below a queue's megabyte. */
const PIECE_MESSAGES = 100;
const PIECE_BYTES = 200_000;

/** Whether a piece of old messages has no room for another message. An empty piece has room for a message of any size. */
export const isPieceFull = (piece: { messages: number; bytes: number }, nextBytes: number): boolean =>
  piece.messages > 0 && (piece.messages === PIECE_MESSAGES || piece.bytes + nextBytes > PIECE_BYTES);

/** Cuts old messages, in order, into pieces for the queue. A message that is larger than a piece has one of its own. */
export const cutPieces = <T>(messages: readonly T[]): T[][] => {
  const pieces: T[][] = [];
  let piece: T[] = [];
  let size = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(JSON.stringify(message));
    if (pieces.length === 0 || isPieceFull({ messages: piece.length, bytes: size }, bytes)) {
      piece = [];
      size = 0;
      pieces.push(piece);
    }
    piece.push(message);
    size += bytes;
  }
  return pieces;
};
