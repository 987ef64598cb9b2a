import { flowNodeSchema } from '@prosa/shared/entities/flow.ts';
import { describe, expect, it } from 'vitest';
import { emptyNode, OFFERED } from './new-nodes.ts';

describe('the steps that the editor offers', () => {
  it('begin with those of the specification, in its order', () => {
    expect(OFFERED.slice(0, 9)).toEqual([
      ...['start', 'singleBlock', 'menu', 'randomizer', 'interval', 'ticket', 'typebot', 'openai'],
      'question',
    ]);
  });

  it('are all fourteen types of nodes', () => {
    expect(OFFERED.toSorted()).toEqual(
      [
        ...['start', 'message', 'interval', 'condition', 'menu', 'img', 'audio', 'randomizer', 'video'],
        ...['singleBlock', 'ticket', 'typebot', 'openai', 'question'],
      ].sort(),
    );
  });

  it.each(OFFERED)('a new node of the type %s can be stored', (type) => {
    const node = emptyNode(type, 'a1', { x: 0, y: 0 });
    expect(flowNodeSchema.parse(node)).toEqual(node);
  });
});
