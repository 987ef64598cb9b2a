import { expect, it } from 'vitest';
import { pollResult } from './poll-result.ts';

const vote = (options: number[], name = '', fromMe = false) => ({
  options,
  name,
  fromMe,
  at: '2026-11-21T12:00:00.000Z',
});

it('counts each option, and its share of the voters, not of the votes', () => {
  const votes = [vote([0, 1], 'Ana'), vote([1], 'Bia'), vote([1], '', true), vote([0], 'Caio')];
  expect(pollResult(['Manhã', 'Tarde', 'Noite'], votes)).toEqual([
    { option: 'Manhã', count: 2, share: 0.5, isOurs: false, names: ['Ana', 'Caio'] },
    { option: 'Tarde', count: 3, share: 0.75, isOurs: true, names: ['Ana', 'Bia'] },
    { option: 'Noite', count: 0, share: 0, isOurs: false, names: [] },
  ]);
});

it('is zero for a poll without votes', () => {
  expect(pollResult(['Sim'], [])).toEqual([{ option: 'Sim', count: 0, share: 0, isOurs: false, names: [] }]);
});
