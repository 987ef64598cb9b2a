import { describe, expect, it } from 'vitest';
import { matchingCommands } from './matching-commands.ts';

const run = () => undefined;
const COMMANDS = [
  { id: 'queues', label: 'Filas', group: 'Ir para', run },
  { id: 'sign-out', label: 'Sair', group: 'Aplicativo', run },
  { id: 'resolve', label: 'Resolver', group: 'Ana', isFirst: true, run },
  { id: 'return', label: 'Devolver à fila', group: 'Ana', isFirst: true, run },
];
const idsOf = (text: string) => matchingCommands(COMMANDS, text).map(({ id }) => id);

describe('matchingCommands', () => {
  it('puts the commands of the open ticket first and keeps the order otherwise', () => {
    expect(idsOf('')).toEqual(['resolve', 'return', 'queues', 'sign-out']);
    expect(idsOf('fila')).toEqual(['return', 'queues']);
  });

  it('finds every word, in the label or the group, without accents', () => {
    expect(idsOf('ANA devolver a')).toEqual(['return']);
    expect(idsOf('ana sair')).toEqual([]);
  });
});
