import { expect, it } from 'vitest';
import { chosenAtFirst, offerersOf } from './offering-connections.ts';

it('a connection without greeting can offer a first queue, but not a second', () => {
  const offerers = offerersOf([
    { id: 1, name: 'Nova', queueIds: [], greetingMessage: '' },
    { id: 2, name: 'Sem saudação', queueIds: [4], greetingMessage: ' ' },
    { id: 3, name: 'Com saudação', queueIds: [4, 5], greetingMessage: 'Bom dia' },
  ]);
  expect(offerers.map(({ lacksGreeting }) => lacksGreeting)).toEqual([false, true, false]);
  expect(chosenAtFirst(offerers)).toEqual([1, 3]);
});
