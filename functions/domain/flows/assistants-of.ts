import type { FlowGraph } from '@prosa/shared/entities/flow.ts';

/** Returns the assistants that a flow hands conversations to, each once. */
export const assistantsOf = ({ nodes }: Pick<FlowGraph, 'nodes'>): number[] => [
  ...new Set(
    nodes.flatMap((node) => (node.type === 'openai' ? (node.data.typebotIntegration?.id ?? []) : [])),
  ),
];
