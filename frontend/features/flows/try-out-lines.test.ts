import type { FlowTryOutStep } from '@prosa/shared/entities/flow-try-out.ts';
import { describe, expect, it } from 'vitest';
import { linesOf, placeOf, type TriedStep } from './try-out-lines.ts';

const AT = '2026-11-20T12:00:00.000Z';
const step = (said: string | null, result: Partial<FlowTryOutStep>): TriedStep => ({
  at: AT,
  said,
  result: { messages: [], state: null, pauseS: null, end: null, nodes: [], connections: [], ...result },
});
const text = (words: string) => ({ kind: 'text' as const, text: words, file: '', isVoice: false });
const state = (nodeId: string) => ({
  nodeId,
  element: 0,
  variables: {},
  waitsFor: 'answer' as const,
  prompts: 0,
  passed: 0,
});

describe('a tried out conversation', () => {
  it('has the messages of both sides in order, files by the name that the user knows', () => {
    const lines = linesOf(
      [
        step(null, { messages: [text('Oi'), { kind: 'image', text: '', file: 'f1', isVoice: false }] }),
        step('1', { messages: [text('Certo')] }),
      ],
      (name) => `${name}.png`,
    );
    expect(lines.map(({ fromMe, text: words, mediaType }) => [fromMe, words, mediaType])).toEqual([
      [true, 'Oi', 'extendedTextMessage'],
      [true, 'f1.png', 'image'],
      [false, '1', 'extendedTextMessage'],
      [true, 'Certo', 'extendedTextMessage'],
    ]);
  });

  it('is at the node where it waits, or where it ended', () => {
    expect(placeOf([])).toBeNull();
    expect(placeOf([step(null, { state: state('menu'), nodes: ['1', 'menu'] })])).toBe('menu');
    expect(placeOf([step(null, { nodes: ['1', 'queue'] })])).toBe('queue');
  });
});
