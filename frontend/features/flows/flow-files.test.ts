import { describe, expect, it } from 'vitest';
import { flowFileRefusal } from './flow-files.ts';

const MB = 1024 * 1024;
const file = (name: string, type: string, size = 10) => ({ name, type, size });

describe('S-41: a flow', () => {
  it.each([
    ['takes a picture of 2 MB', file('a.png', 'image/png', 2 * MB), 'image', false, null],
    ['takes no larger picture', file('a.png', 'image/png', 2 * MB + 1), 'image', false, 'tooLarge'],
    ['takes no GIF', file('a.gif', 'image/gif'), 'image', false, 'type'],
    ['takes no sound above 5 MB', file('a.mp3', 'audio/mpeg', 5 * MB + 1), 'audio', false, 'tooLarge'],
    ['takes a sound without a type by its ending', file('a.ogg', ''), 'audio', false, null],
    ['takes Opus only in a content', file('a.opus', 'audio/opus'), 'audio', false, 'type'],
    ['takes Opus in a content', file('a.opus', 'audio/opus'), 'audio', true, null],
    ['takes no WAV', file('a.wav', 'audio/wav'), 'audio', true, 'type'],
    ['takes only MP4 videos', file('a.mov', 'video/quicktime'), 'video', false, 'type'],
    ['takes no video above 20 MB', file('a.mp4', 'video/mp4', 20 * MB + 1), 'video', false, 'tooLarge'],
    ['takes no empty file', file('a.mp4', 'video/mp4', 0), 'video', false, 'empty'],
  ] as const)('%s', (_what, given, kind, inContent, expected) => {
    expect(flowFileRefusal(given, kind, inContent)).toBe(expected);
  });
});
