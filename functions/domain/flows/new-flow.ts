import { FLOW_NAME_CHARS } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';

/** The graph of a new flow: its start, with the specification's id and label. */
export const NEW_GRAPH: FlowGraph = {
  nodes: [{ id: '1', type: 'start', position: { x: 250, y: 100 }, data: { label: 'Inicio de flujo' } }],
  connections: [],
};

/**
 * Returns the name of a copy of a flow: with ` - copy` behind it, cut so that it is not too long.
 * @param tried how many names were taken
 */
export const nameOfCopy = (name: string, tried: number): string => {
  const tail = tried === 0 ? ' - copy' : ` - copy ${tried + 1}`;
  return `${[...name]
    .slice(0, FLOW_NAME_CHARS.max - tail.length)
    .join('')
    .trimEnd()}${tail}`;
};
