import { expect, it } from 'vitest';
import { exceededRoom } from './file-room.ts';

const can = { fileBytes: { image: 5, video: 16, audio: 17, document: 100 } };

it.each([
  ['image/png', 'image', 5],
  ['video/mp4', 'video', 16],
  ['audio/ogg; codecs=opus', 'audio', 17],
  ['application/pdf', 'document', 100],
  // Not shown as a picture, so it is sent as a document.
  ['image/bmp', 'document', 100],
  ['', 'document', 100],
])('a file of type "%s" has the room of a %s, to the byte', (type, kind, maxBytes) => {
  expect(exceededRoom({ type, size: maxBytes }, can)).toBeUndefined();
  expect(exceededRoom({ type, size: maxBytes + 1 }, can)).toEqual({ kind, maxBytes });
});
