import type { MessageMedia } from '@prosa/shared/entities/message.ts';
import { describe, expect, it } from 'vitest';
import { usageOf } from './usage.ts';

const file = (mimeType: string): MessageMedia => ({
  state: 'stored',
  key: 't/1/a',
  mimeType,
  fileName: '',
  size: 1,
  voice: false,
  durationS: null,
  reason: '',
});

describe('usage of a call that sends', () => {
  it('each file counts as a message of its kind', () => {
    const drafts = [
      { media: file('image/png') },
      { media: file('image/jpeg') },
      { media: file('video/mp4') },
      { media: file('application/pdf') },
      { media: file('application/zip') },
      { media: file('audio/ogg; codecs=opus') },
    ];
    expect(usageOf(drafts)).toEqual({
      UsedOnDay: 6,
      usedImage: 2,
      usedVideo: 1,
      usedPDF: 1,
      usedOther: 2,
    });
  });

  it('a text counts as one text', () => {
    expect(usageOf([{}])).toEqual({ UsedOnDay: 1, usedText: 1 });
  });
});
