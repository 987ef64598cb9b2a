import {
  FLOW_NODE_DATA,
  type FlowGraph,
  flowConnectionSchema,
  flowNodeSchema,
} from '@prosa/shared/entities/flow.ts';
import { FLOW_CONNECTIONS_MAX, FLOW_MAX_BYTES, FLOW_NODES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import * as z from 'zod';

/** Why a file cannot be imported. */
export type ImportProblem = 'notJson' | 'notAFlow' | 'unknownStep' | 'tooLarge' | 'noStart' | 'repeatedStep';

const FORMAT = 'prosa-flow';

/** Only as much of a file as tells whether it is a flow; its nodes and connections are checked one by one. */
const fileSchema = z.object({
  nodes: z.array(z.looseObject({ type: z.string() })),
  connections: z.array(z.unknown()),
});

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Returns a flow as the text of a JSON file. */
export const flowToJson = (name: string, { nodes, connections }: FlowGraph): string =>
  JSON.stringify({ format: FORMAT, name, nodes, connections }, null, 2);

/** Returns a file name for an exported flow, from its name. */
export const jsonFileName = (name: string): string => {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  return `${words.length === 0 ? 'flow' : words.join('-')}.json`;
};

const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
};

/**
 * Reads a flow from the text of a JSON file: of this product, or of others with the same names. Unknown fields are
 * dropped, and connections that lead nowhere, too.
 */
export const flowFromJson = (text: string): { graph: FlowGraph } | { problem: ImportProblem } => {
  if (bytesOf(text) > 2 * FLOW_MAX_BYTES) return { problem: 'tooLarge' };
  const value = parse(text);
  if (value === undefined) return { problem: 'notJson' };
  const file = fileSchema.safeParse(value).data;
  if (file === undefined) return { problem: 'notAFlow' };
  if (file.nodes.length > FLOW_NODES_MAX || file.connections.length > FLOW_CONNECTIONS_MAX)
    return { problem: 'tooLarge' };
  if (file.nodes.some(({ type }) => !Object.hasOwn(FLOW_NODE_DATA, type))) return { problem: 'unknownStep' };
  const nodes = file.nodes.flatMap((node) => flowNodeSchema.safeParse(node).data ?? []);
  const connections = file.connections.flatMap((one) => flowConnectionSchema.safeParse(one).data ?? []);
  if (nodes.length < file.nodes.length || connections.length < file.connections.length)
    return { problem: 'notAFlow' };
  const ids = new Set(nodes.map(({ id }) => id));
  if (ids.size < nodes.length) return { problem: 'repeatedStep' };
  if (nodes.filter(({ type }) => type === 'start').length !== 1) return { problem: 'noStart' };
  const graph = {
    nodes,
    connections: connections.filter(({ source, target }) => ids.has(source) && ids.has(target)),
  };
  return bytesOf(JSON.stringify(graph)) > FLOW_MAX_BYTES ? { problem: 'tooLarge' } : { graph };
};
