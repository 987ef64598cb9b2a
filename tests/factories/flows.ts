import {
  type FlowConnection,
  type FlowNode,
  flowConnectionSchema,
  flowNodeSchema,
} from '@prosa/shared/entities/flow.ts';

/** Returns a node of a flow. Data that are left out have their defaults. */
export const flowNode = (id: string, type: FlowNode['type'], data: object = {}): FlowNode =>
  flowNodeSchema.parse({ id, type, position: { x: 0, y: 0 }, data });

/** Returns a connection of a flow, from the first handle by default. */
export const flowLink = (source: string, target: string, sourceHandle = 'a'): FlowConnection =>
  flowConnectionSchema.parse({ id: `${source}-${sourceHandle}-${target}`, source, sourceHandle, target });

/** Returns a flow that says a text. */
export const greetingGraph = (text = 'Olá') => ({
  nodes: [flowNode('1', 'start'), flowNode('m', 'message', { label: text })],
  connections: [flowLink('1', 'm')],
});
