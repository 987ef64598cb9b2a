import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPicture } from './clean-picture.ts';

const SECRET = 'GPS -22.9, -43.2';
const text = (value: string) => Uint8Array.from(value, (char) => char.charCodeAt(0));
const big = (value: number, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 0xff);
const little = (value: number, bytes: number) => big(value, bytes).reverse();
const join = (...parts: readonly (Uint8Array | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

const segment = (marker: number, data: Uint8Array) => join([0xff, marker], big(data.length + 2, 2), data);
const frame = (width: number, height: number) =>
  segment(0xc2, join([8], big(height, 2), big(width, 2), [1, 1, 0x11, 0]));
const scan = join(segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)), [1, 0xff, 0, 2, 0xff, 0xd0, 3]);
const jpeg = (more: readonly Uint8Array[], [width, height]: [number, number] = [640, 480]) =>
  join(
    [0xff, 0xd8],
    ...more,
    frame(width, height),
    scan,
    segment(0xc4, Uint8Array.of(9)),
    scan,
    [0xff, 0xd9],
  );

const chunk = (type: string, data: Uint8Array) => join(big(data.length, 4), text(type), data, [0, 0, 0, 0]);
const png = (more: readonly Uint8Array[], width = 640, height = 480) =>
  join(
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', join(big(width, 4), big(height, 4), [8, 6, 0, 0, 0])),
    ...more,
    chunk('IDAT', Uint8Array.of(1, 2, 3)),
    chunk('IEND', new Uint8Array()),
  );

const part = (type: string, data: Uint8Array) =>
  join(text(type), little(data.length, 4), data, data.length % 2 === 1 ? [0] : []);
const webp = (...parts: readonly Uint8Array[]) => {
  const data = join(...parts);
  return join(text('RIFF'), little(data.length + 4, 4), text('WEBP'), data);
};
const lossy = part('VP8 ', join([0, 0, 0, 0x9d, 1, 0x2a], little(640, 2), little(480, 2), [7]));
const extended = (flags: number) => part('VP8X', join([flags, 0, 0, 0], little(639, 3), little(479, 3)));

const size = { width: 640, height: 480 };

describe('S-42: a picture is stored without added data', () => {
  it.each([
    [
      'JPEG',
      jpeg([
        segment(0xe0, text('JFIF\0..')),
        segment(0xe1, text(`Exif\0\0${SECRET}`)),
        segment(0xfe, text(SECRET)),
      ]),
      { mimeType: 'image/jpeg', bytes: jpeg([segment(0xe0, text('JFIF\0..'))]) },
    ],
    [
      'JPEG with colours of its own, and other pictures behind it',
      join(
        jpeg([segment(0xe2, text(`MPF\0${SECRET}`)), segment(0xe2, text('ICC_PROFILE\0..'))]),
        text(SECRET),
      ),
      { mimeType: 'image/jpeg', bytes: jpeg([segment(0xe2, text('ICC_PROFILE\0..'))]) },
    ],
    [
      'PNG',
      join(
        png([chunk('tEXt', text(SECRET)), chunk('eXIf', text(SECRET)), chunk('sRGB', Uint8Array.of(0))]),
        text(SECRET),
      ),
      { mimeType: 'image/png', bytes: png([chunk('sRGB', Uint8Array.of(0))]) },
    ],
    [
      'WebP',
      join(
        webp(extended(0x3e), lossy, part('EXIF', text(SECRET)), part('XMP ', text(`${SECRET}!`))),
        text(SECRET),
      ),
      { mimeType: 'image/webp', bytes: webp(extended(0x30), lossy) },
    ],
    ['simple WebP', webp(lossy), { mimeType: 'image/webp', bytes: webp(lossy) }],
    [
      'lossless WebP',
      webp(part('VP8L', join([0x2f], little(639 | (479 << 14), 4)))),
      { mimeType: 'image/webp' },
    ],
  ])('%s', (_name, bytes, clean) => {
    const found = cleanPicture(bytes);
    expect(found).toMatchObject({ ...size, ...clean });
    expect(String.fromCharCode(...(found?.bytes ?? []))).not.toContain('GPS');
  });

  it('returns the size that the picture would be decoded to', () => {
    expect(cleanPicture(jpeg([], [65_000, 64_000]))).toMatchObject({ width: 65_000, height: 64_000 });
    expect(cleanPicture(png([], 2 ** 31 - 1, 3))).toMatchObject({ width: 2 ** 31 - 1, height: 3 });
  });
});

describe('S-39: bytes that are no valid JPEG, PNG or WebP are refused', () => {
  it.each([
    ['nothing', new Uint8Array()],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['GIF', text('GIF89a.........')],
    ['a PDF', text('%PDF-1.4')],
    ['a JPEG without a frame', join([0xff, 0xd8], scan, [0xff, 0xd9])],
    ['the head of a JPEG alone', Uint8Array.of(0xff, 0xd8, 0xff)],
    ['a PNG that does not begin', join(text('\x89PNG\r\n\x1a\n'), chunk('IDAT', text('x')))],
    ['a WebP of frames', webp(extended(2), part('ANMF', text('x')))],
  ])('%s', (_name, bytes) => {
    expect(cleanPicture(bytes)).toBeUndefined();
  });

  it.each([
    ['JPEG', jpeg([])],
    ['PNG', png([])],
    ['WebP', webp(extended(0), lossy)],
  ])('a %s that is truncated', (_name, whole) => {
    for (let length = 0; length < whole.length; length++)
      expect(cleanPicture(whole.subarray(0, length)), `${length} bytes`).toBeUndefined();
  });

  it('arbitrary bytes give a result that is not longer than the input', () => {
    const start = fc.constantFrom(jpeg([]), png([]), webp(extended(0), lossy), text('RIFF\0\0\0\0WEBP'));
    const changes = fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(start, changes, fc.uint8Array({ maxLength: 40 }), (valid, edits, tail) => {
        const bytes = join(valid, tail);
        for (const [at, value] of edits) bytes[at % bytes.length] = value;
        expect(cleanPicture(bytes)?.bytes.length ?? 0).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 2000, seed: 42 },
    );
  });
});
