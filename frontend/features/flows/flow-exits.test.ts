import { describe, expect, it } from 'vitest';
import { EXAMPLE } from './example-flow.ts';
import { exitsOf, handleOf, isEntered } from './flow-exits.ts';
import { emptyNode, OFFERED } from './new-nodes.ts';

const place = { x: 0, y: 0 };
const handles = (id: string) =>
  EXAMPLE.nodes.filter((node) => node.id === id).flatMap((node) => exitsOf(node).map(({ handle }) => handle));

describe('exits', () => {
  it('a menu has one for each option, and one for answers that match none', () => {
    expect(handles('menu')).toEqual(['a1', 'a2', 'default']);
  });

  it('a queue has none, because people go on from there', () => {
    expect(handles('queue')).toEqual([]);
  });

  it.each(OFFERED)('of a new %s have different handles', (type) => {
    const names = exitsOf(emptyNode(type, 'n', place)).map(({ handle }) => handle);
    expect(new Set(names).size).toBe(names.length);
  });

  it('only the start cannot be entered', () => {
    expect(OFFERED.filter((type) => !isEntered({ type }))).toEqual(['start']);
  });

  it('a connection without a handle leaves through the default exit', () => {
    expect(handleOf({ sourceHandle: null })).toBe('a');
  });
});
