/** A still picture without metadata or other added data. */
export interface CleanPicture {
  mimeType: 'image/jpeg' | 'image/png' | 'image/webp';
  bytes: Uint8Array;
  width: number;
  height: number;
}
type Size = Pick<CleanPicture, 'width' | 'height'>;

const latin = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const join = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe } as const;
/** Markers from 0xC0 to 0xCF that contain no size. */
const NO_FRAME = new Set([0xc4, 0xc8, 0xcc]);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker);
/** The added segments of a JPEG that its colours need. */
const JPEG_NEEDED: Readonly<Record<number, string>> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };
const isNeeded = (segment: Uint8Array, marker: number): boolean => {
  if (marker === JPEG.comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = JPEG_NEEDED[marker];
  return name !== undefined && latin(segment, 4, name.length) === name;
};

/** Returns where the coded pixels that start here end: at the next marker that does not belong to them. */
const endOfScan = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isCoded = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isCoded) return at;
  }
  return bytes.length;
};

const cleanJpeg = (bytes: Uint8Array): CleanPicture | undefined => {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let size: Size | undefined;
  let at = 2;
  while (at + 4 <= bytes.length || (bytes[at] === 0xff && bytes[at + 1] === JPEG.end)) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return undefined;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === JPEG.end) {
      parts.push(bytes.subarray(at, at + 2));
      return size && { mimeType: 'image/jpeg', bytes: join(parts), ...size };
    }
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    if (isFrame(marker)) {
      if (end < at + 9) return undefined;
      size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    const stop = marker === JPEG.scan ? endOfScan(bytes, end) : end;
    const segment = bytes.subarray(at, stop);
    if (isNeeded(segment, marker)) parts.push(segment);
    at = stop;
  }
  return undefined;
};

const PNG_HEAD = '\x89PNG\r\n\x1a\n';
/** The chunks that a still PNG is drawn from. Texts, times, camera data and further frames are dropped. */
const PNG_NEEDED = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'pHYs',
]);
const PNG_FRAME_BYTES = 12;

const cleanPng = (bytes: Uint8Array): CleanPicture | undefined => {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, PNG_HEAD.length)];
  let size: Size | undefined;
  let at = PNG_HEAD.length;
  while (at + PNG_FRAME_BYTES <= bytes.length) {
    const end = at + PNG_FRAME_BYTES + view.getUint32(at);
    if (end > bytes.length) return undefined;
    const type = latin(bytes, at + 4, 4);
    if ((type === 'IHDR') !== (size === undefined)) return undefined;
    if (type === 'IHDR') {
      if (end < at + PNG_FRAME_BYTES + 13) return undefined;
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    }
    if (PNG_NEEDED.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') return size && { mimeType: 'image/png', bytes: join(parts), ...size };
    at = end;
  }
  return undefined;
};

const WEBP_HEAD_BYTES = 12;
const WEBP_NEEDED = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']);
/**
 * The flags of an extended WebP that are kept: colours and transparency. Camera data, XMP and animation are dropped.
 */
const WEBP_KEPT_FLAGS = 0b0011_0000;

/** Returns the size in a WebP's pixel data; undefined if the data has none. */
const webpSize = (type: string, data: Uint8Array): Size | undefined => {
  const view = viewOf(data);
  if (type === 'VP8 ' && data.length >= 10 && latin(data, 3, 3) === '\x9d\x01\x2a') {
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
  }
  if (type === 'VP8L' && data.length >= 5 && data[0] === 0x2f) {
    const bits = view.getUint32(1, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return undefined;
};

const cleanWebp = (bytes: Uint8Array): CleanPicture | undefined => {
  const view = viewOf(bytes);
  const limit = Math.min(bytes.length, view.getUint32(4, true) + 8);
  const parts: Uint8Array[] = [];
  let size: Size | undefined;
  for (let at = WEBP_HEAD_BYTES; at + 8 <= limit; ) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > limit) return undefined;
    const type = latin(bytes, at, 4);
    if (WEBP_NEEDED.has(type)) {
      const chunk = bytes.slice(at, end);
      if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & WEBP_KEPT_FLAGS;
      parts.push(chunk);
      size ??= webpSize(type, chunk.subarray(8, 8 + length));
    }
    at = end;
  }
  if (size === undefined) return undefined;
  const whole = join([bytes.subarray(0, WEBP_HEAD_BYTES), ...parts]);
  viewOf(whole).setUint32(4, whole.length - 8, true);
  return { mimeType: 'image/webp', bytes: whole, ...size };
};

/**
 * Removes everything from a JPEG, PNG or WebP that is not the picture: place and camera data, texts, further frames,
 * and anything after its end (S-42). The camera's orientation is removed, too.
 * @returns undefined for any other format, or a truncated file; nothing is decoded
 */
export const cleanPicture = (bytes: Uint8Array): CleanPicture | undefined => {
  if (bytes[0] === 0xff && bytes[1] === JPEG.start) return cleanJpeg(bytes);
  if (latin(bytes, 0, PNG_HEAD.length) === PNG_HEAD) return cleanPng(bytes);
  const isWebp =
    bytes.length > WEBP_HEAD_BYTES && latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 4) === 'WEBP';
  return isWebp ? cleanWebp(bytes) : undefined;
};
