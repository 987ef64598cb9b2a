import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const CELL_PX = 16;
/** Cells in a row; the right half mirrors the left one. */
const CELLS = 6;
const SIDE_PX = CELL_PX * CELLS;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PAPER = [238, 240, 244] as const;

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
};

/** Returns a square PNG with a pattern and a colour that are always the same for a text. */
export const avatarOf = (text: string): Buffer => {
  const seed = createHash('sha256').update(text).digest();
  const [red = 0, green = 0, blue = 0, ...cells] = seed;
  const ink = [red, green, blue].map((part) => 40 + (part % 150));
  const isInked = (x: number, y: number): boolean => {
    const column = Math.min(x, CELLS - 1 - x);
    return ((cells[y * (CELLS / 2) + column] ?? 0) & 1) === 1;
  };
  const rows = Array.from({ length: SIDE_PX }, (_row, y) =>
    Array.from({ length: SIDE_PX }, (_pixel, x) =>
      isInked(Math.floor(x / CELL_PX), Math.floor(y / CELL_PX)) ? ink : PAPER,
    ).flat(),
  );
  // Each row begins with its filter: none.
  const pixels = deflateSync(Buffer.from(rows.flatMap((row) => [0, ...row])));
  // Eight bits for each of red, green and blue.
  const head = Buffer.concat([uint32(SIDE_PX), uint32(SIDE_PX), Buffer.from([8, 2, 0, 0, 0])]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
