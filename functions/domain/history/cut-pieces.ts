/** Size of a piece: a worker stores it within seconds, and it is far below a queue's megabyte. */
const PIECE_MESSAGES = 100;
const PIECE_BYTES = 200_000;

/** Cuts old messages, in order, into pieces for the queue. A message that is larger than a piece has one of its own. */
export const cutPieces = <T>(messages: readonly T[]): T[][] => {
  const pieces: T[][] = [];
  let size = 0;
  for (const message of messages) {
    const bytes = Buffer.byteLength(JSON.stringify(message));
    const piece = pieces.at(-1);
    if (piece === undefined || piece.length === PIECE_MESSAGES || size + bytes > PIECE_BYTES) {
      pieces.push([message]);
      size = bytes;
    } else {
      piece.push(message);
      size += bytes;
    }
  }
  return pieces;
};
