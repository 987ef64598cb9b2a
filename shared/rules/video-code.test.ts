import { expect, it } from 'vitest';
import { videoCodeOf } from './video-code.ts';

const CODE = 'a1B2-c3_D4e';

it.each([
  CODE,
  ` ${CODE}\n`,
  `https://www.youtube.com/watch?v=${CODE}`,
  `https://www.youtube.com/watch?list=PL1&v=${CODE}&t=30s`,
  `http://youtube.com/watch?v=${CODE}`,
  `m.youtube.com/watch?v=${CODE}`,
  `https://music.youtube.com/watch?v=${CODE}`,
  `https://youtu.be/${CODE}?si=abc`,
  `youtu.be/${CODE}`,
  `https://www.youtube.com/embed/${CODE}`,
  `https://www.youtube.com/shorts/${CODE}`,
  `https://www.youtube.com/live/${CODE}?feature=share`,
  `https://www.youtube-nocookie.com/embed/${CODE}`,
])('finds the code of the video in %j', (text) => {
  expect(videoCodeOf(text)).toBe(CODE);
});

it.each([
  '',
  'a1B2-c3_D4',
  'a1B2-c3_D4ef',
  'a1B2 c3_D4e',
  `https://youtube.com.example/watch?v=${CODE}`,
  `https://example.com/watch?v=${CODE}`,
  `https://www.youtube.com/${CODE}`,
  `https://www.youtube.com/@canal/${CODE}`,
  'https://www.youtube.com/watch',
  `https://www.youtube.com/watch?v=${CODE}x`,
  `javascript:alert(1)//youtu.be/${CODE}`,
  `https://youtu.be/"><script>`,
])('finds no code of a video in %j', (text) => {
  expect(videoCodeOf(text)).toBeUndefined();
});
