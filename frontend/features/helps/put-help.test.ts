import type { HelpView } from '@prosa/shared/contracts/helps.ts';
import { expect, it } from 'vitest';
import { putHelp } from './put-help.ts';

const AT = '2026-11-20T12:00:00.000Z';
const help = (id: number, title: string, version = 1): HelpView => ({
  id,
  title,
  description: '',
  video: '',
  createdAt: AT,
  updatedAt: AT,
  version,
});
const shown = [help(2, 'Abrir'), help(1, 'Transferir', 3)];
const titlesOf = (helps: HelpView[]) => helps.map(({ title }) => title);

it('a new help is inserted by its title', () => {
  const record = help(3, 'Ébano');
  expect(titlesOf(putHelp(shown, { action: 'create', record }))).toEqual(['Abrir', 'Ébano', 'Transferir']);
});

it('a changed title moves a help', () => {
  const record = help(2, 'Zerar', 2);
  expect(titlesOf(putHelp(shown, { action: 'update', record }))).toEqual(['Transferir', 'Zerar']);
});

it('an older or repeated state and a repeated deletion change nothing', () => {
  expect(putHelp(shown, { action: 'update', record: help(1, 'Antes', 2) })).toBe(shown);
  expect(putHelp(shown, { action: 'update', record: help(1, 'Transferir', 3) })).toBe(shown);
  expect(putHelp(shown, { action: 'delete', id: 9 })).toBe(shown);
});

it('a deleted help disappears', () => {
  expect(titlesOf(putHelp(shown, { action: 'delete', id: 1 }))).toEqual(['Abrir']);
});
