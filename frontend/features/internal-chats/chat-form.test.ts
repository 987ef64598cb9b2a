import { expect, it } from 'vitest';
import { isChatReady } from './chat-form.ts';

it.each([
  ['a group with users and a title', { isGroup: true, title: 'Equipe', users: 2 }, true],
  ['a group without users', { isGroup: true, title: 'Equipe', users: 0 }, false],
  ['a group with a blank title', { isGroup: true, title: '  ', users: 2 }, false],
  ['a group with too many users', { isGroup: true, title: 'Equipe', users: 3 }, false],
  ['a direct chat with a user', { isGroup: false, title: '', users: 1 }, true],
  ['a direct chat without a user', { isGroup: false, title: '', users: 0 }, false],
])('whether %s can be saved', (_what, form, expected) => {
  expect(isChatReady(form, 3)).toBe(expected);
});
