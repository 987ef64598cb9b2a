import { VOICES } from '@prosa/shared/entities/assistant.ts';
import { expect, it } from 'vitest';
import { voiceName } from './voice-name.ts';

it('names the fifteen voices by their first names', () => {
  expect(VOICES.map(voiceName)).toEqual([
    ...[
      'Francisca',
      'Antonio',
      'Brenda',
      'Donato',
      'Elza',
      'Fabio',
      'Giovanna',
      'Humberto',
      'Julio',
      'Leila',
    ],
    ...['Leticia', 'Manuela', 'Nicolau', 'Valerio', 'Yara'],
  ]);
});
