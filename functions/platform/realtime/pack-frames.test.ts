import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deflateFrames, framesOf, packFrames } from './pack-frames.ts';

const event = (id: number, size = 0): Uint8Array =>
  Buffer.from(JSON.stringify({ event: 'e', data: { id, text: 'ã'.repeat(size) } }));
const read = (frame: Uint8Array | undefined): unknown => JSON.parse(Buffer.from(frame ?? []).toString());

describe('packFrames', () => {
  it('returns events as one JSON array in their order', () => {
    expect(packFrames([event(1), event(2)]).map(read)).toEqual([
      [
        { event: 'e', data: { id: 1, text: '' } },
        { event: 'e', data: { id: 2, text: '' } },
      ],
    ]);
    expect(packFrames([])).toEqual([]);
  });

  it('fills a frame to the last byte and no further', () => {
    const events = [event(1, 10), event(2, 3), event(3, 7), event(4), event(5, 40)];
    const all = packFrames(events, 1_000)[0]?.length ?? 0;
    expect(packFrames(events, all)).toHaveLength(1);
    for (let max = Math.max(...events.map(({ length }) => length)) + 2; max < all; max++) {
      const frames = packFrames(events, max);
      expect(frames.every(({ length }) => length <= max)).toBe(true);
      expect(frames.length).toBeGreaterThan(1);
      expect(frames.flatMap(read)).toEqual(events.map(read));
    }
  });

  it('packs once for all sockets with the same events, and sends single frames to sockets that do not take arrays', async () => {
    const socket = (socketId: string, frames: 'single' | 'arrays') => ({
      socketId,
      frames,
      userId: 1,
      rowCreatedAt: '2026-01-01T00:00:00.000Z',
      sessionId: 's',
      sessionVersion: 1,
      rooms: [],
    });
    const events = [event(1), event(2)];
    const [a, b, c, d] = [
      socket('a', 'arrays'),
      socket('b', 'arrays'),
      socket('c', 'single'),
      socket('d', 'arrays'),
    ];
    const frames = await framesOf(
      events,
      new Map([
        [a, [0, 1]],
        [b, [0, 1]],
        [c, [0, 1]],
        [d, [1]],
      ]),
    );
    expect(frames.get(a)).toBe(frames.get(b));
    expect(frames.get(c)).toEqual(events);
    expect(frames.get(d)?.map(read)).toEqual([[read(events[1])]]);
  });
});

describe('deflateFrames', () => {
  const inflate = (frame: Uint8Array): unknown => {
    const text = Buffer.from(frame).toString();
    return JSON.parse(text.startsWith('[') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString());
  };
  const noise = (id: number, bytes: number): Uint8Array =>
    Buffer.from(JSON.stringify({ event: 'e', data: { id, text: randomBytes(bytes).toString('base64') } }));

  it('leaves events uncompressed if they fit one frame', async () => {
    const events = [event(1), event(2)];
    expect(await deflateFrames(events)).toEqual(packFrames(events));
    expect(await deflateFrames([])).toEqual([]);
  });

  it('puts several times as many events into a frame, in their order', async () => {
    const events = Array.from({ length: 200 }, (_, id) => event(id, 400));
    const frames = await deflateFrames(events);
    expect(frames.length * 4).toBeLessThan(packFrames(events).length);
    expect(frames.every(({ length }) => length <= 32 * 1024)).toBe(true);
    expect(frames.flatMap(inflate)).toEqual(events.map(read));
  });

  it('keeps every frame within its size limit, whatever the content', async () => {
    const events = Array.from({ length: 20 }, (_, id) =>
      id % 3 === 0 ? noise(id, 22_000) : event(id, 5_000),
    );
    const frames = await deflateFrames(events);
    expect(frames.every(({ length }) => length <= 32 * 1024)).toBe(true);
    expect(frames.flatMap(inflate)).toEqual(events.map(read));
  });
});
