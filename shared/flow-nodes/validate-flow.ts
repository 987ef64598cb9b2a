import type { FlowProblem } from '../contracts/flows.ts';
import type { FlowConnection, FlowGraph, FlowNode } from '../entities/flow.ts';
import { FLOW_INTERVAL_S } from '../rules/flow-limits.ts';
import { contentBlocks, filesOfNode } from './flow-files.ts';

/** What exists outside of a flow; what is left out is not checked. */
export interface FlowSurroundings {
  queueIds?: ReadonlySet<number>;
  integrationIds?: ReadonlySet<number>;
  /** Assistants that exist; without it, every id counts as existing. */
  assistantIds?: ReadonlySet<number>;
  /** Names of uploaded files. */
  files?: ReadonlySet<string>;
}

type Code = FlowProblem['code'];
type Outgoing = ReadonlyMap<string, readonly FlowConnection[]>;

const DEFAULT_HANDLE = 'a';
const handleOf = ({ sourceHandle }: FlowConnection): string => sourceHandle ?? DEFAULT_HANDLE;
const isEmpty = (text: string): boolean => text.trim() === '';

/** Returns the handles of a node, and which of them must lead somewhere: a conversation may end at the others. */
const handlesOf = (node: FlowNode): { all: string[]; needed: string[] } => {
  switch (node.type) {
    case 'start':
      return { all: ['a'], needed: ['a'] };
    case 'randomizer':
    case 'condition':
      return { all: ['a', 'b'], needed: ['a', 'b'] };
    case 'menu': {
      const options = node.data.arrayOption.map(({ number }) => `${DEFAULT_HANDLE}${number}`);
      return { all: [...options, 'default'], needed: options };
    }
    case 'question':
      return { all: ['a', 'default'], needed: [] };
    case 'ticket':
    case 'typebot':
    case 'openai':
      return { all: [], needed: [] };
    default:
      return { all: ['a'], needed: [] };
  }
};

const isInterval = (seconds: number): boolean =>
  seconds >= FLOW_INTERVAL_S.min && seconds <= FLOW_INTERVAL_S.max;

/** Returns what a node's own data lack. */
const dataProblems = (
  node: FlowNode,
  { queueIds, integrationIds, assistantIds, files }: FlowSurroundings,
): Code[] => {
  const when = (holds: boolean, code: Code): Code[] => (holds ? [code] : []);
  const lacksFile = filesOfNode(node).some((name) => name === '' || files?.has(name) === false);
  switch (node.type) {
    case 'start':
      return [];
    case 'message':
      return when(isEmpty(node.data.label), 'empty-text');
    case 'singleBlock': {
      const blocks = contentBlocks(node);
      const isUnsent = blocks.some((block) => block.type === 'message' && isEmpty(block.value));
      const isWrong = blocks.some(
        (block) => block.type === 'interval' && !isInterval(Number(block.value === '' ? 0 : block.value)),
      );
      return [
        ...when(blocks.length === 0 || isUnsent, 'empty-text'),
        ...when(isWrong, 'bad-interval'),
        ...when(lacksFile, 'no-file'),
      ];
    }
    case 'menu': {
      const { message, arrayOption } = node.data;
      const numbers = new Set(arrayOption.map(({ number }) => number));
      const isLacking = numbers.size < arrayOption.length || arrayOption.some(({ value }) => isEmpty(value));
      return [
        ...when(isEmpty(message), 'empty-text'),
        ...when(arrayOption.length === 0 || isLacking, 'no-options'),
      ];
    }
    case 'interval':
      return when(!isInterval(node.data.sec), 'bad-interval');
    case 'img':
    case 'audio':
    case 'video':
      return when(lacksFile, 'no-file');
    case 'randomizer':
      return when(node.data.percent <= 0 || node.data.percent >= 100, 'bad-percent');
    case 'condition':
      return when(isEmpty(node.data.key), 'no-key');
    case 'question': {
      const { message, answerKey } = node.data.typebotIntegration;
      return [...when(isEmpty(message), 'empty-text'), ...when(isEmpty(answerKey), 'no-key')];
    }
    case 'ticket': {
      const { queue } = node.data;
      return when(queue === null || queueIds?.has(queue.id) === false, 'no-queue');
    }
    case 'typebot': {
      const { typebotIntegration: one } = node.data;
      return when(one === null || integrationIds?.has(one.id) === false, 'no-integration');
    }
    case 'openai': {
      const { typebotIntegration: one } = node.data;
      return when(one === null || assistantIds?.has(one.id) === false, 'no-assistant');
    }
  }
};

/** Returns the ids of the nodes to which a start leads. */
const reachedFrom = (starts: readonly FlowNode[], outgoing: Outgoing): Set<string> => {
  const reached = new Set(starts.map(({ id }) => id));
  for (const id of reached) for (const { target } of outgoing.get(id) ?? []) reached.add(target);
  return reached;
};

/** Whether a conversation waits at a node, for the customer or for time. */
const isWait = (node: FlowNode): boolean =>
  node.type === 'menu' ||
  node.type === 'question' ||
  node.type === 'interval' ||
  (node.type === 'singleBlock' && contentBlocks(node).some(({ type }) => type === 'interval'));

/**
 * Returns the first node of each group of nodes that lead round to each other without a wait. Tarjan's algorithm,
 * without recursion.
 */
const loopsOf = (nodes: readonly FlowNode[], outgoing: Outgoing): string[] => {
  const busy = new Set(nodes.filter((node) => !isWait(node)).map(({ id }) => id));
  const place = new Map([...busy].map((id, index) => [id, index]));
  const targetsOf = (id: string): string[] =>
    (outgoing.get(id) ?? []).flatMap(({ target }) => (busy.has(target) ? [target] : []));
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const loops: string[] = [];
  const enter = (id: string) => {
    numbers.set(id, numbers.size);
    lowest.set(id, numbers.size - 1);
    open.push(id);
    isOpen.add(id);
    return { id, targets: targetsOf(id), next: 0 };
  };
  const lower = (id: string, to: number | undefined) =>
    lowest.set(id, Math.min(lowest.get(id) ?? 0, to ?? Number.POSITIVE_INFINITY));
  const close = (id: string) => {
    const group = open.splice(open.indexOf(id));
    for (const member of group) isOpen.delete(member);
    if (group.length > 1 || targetsOf(id).includes(id))
      loops.push(group.reduce((a, b) => ((place.get(a) ?? 0) < (place.get(b) ?? 0) ? a : b)));
  };
  for (const root of busy) {
    if (numbers.has(root)) continue;
    const path = [enter(root)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const target = at.targets[at.next];
      at.next += 1;
      if (target === undefined) {
        path.pop();
        if (lowest.get(at.id) === numbers.get(at.id)) close(at.id);
        const above = path.at(-1);
        if (above !== undefined) lower(above.id, lowest.get(at.id));
      } else if (!numbers.has(target)) path.push(enter(target));
      else if (isOpen.has(target)) lower(at.id, numbers.get(target));
    }
  }
  return loops;
};

/** Returns why a flow cannot be published, in the order of its nodes; none if it can. */
export const validateFlow = (
  { nodes, connections }: FlowGraph,
  surroundings: FlowSurroundings = {},
): FlowProblem[] => {
  const atNode = (code: Code, nodeId: string): FlowProblem => ({ code, nodeId, connectionId: null });
  const handles = new Map(nodes.map((node) => [node.id, handlesOf(node)]));
  const isWhole = (connection: FlowConnection): boolean =>
    handles.has(connection.target) &&
    handles.get(connection.source)?.all.includes(handleOf(connection)) === true;
  const outgoing = new Map<string, FlowConnection[]>();
  for (const connection of connections.filter(isWhole))
    outgoing.set(connection.source, [...(outgoing.get(connection.source) ?? []), connection]);
  const starts = nodes.filter(({ type }) => type === 'start').slice(0, 1);
  const reached = reachedFrom(starts, outgoing);
  const loops = new Set(loopsOf(nodes, outgoing));
  const lacksConnection = (id: string): boolean => {
    const used = new Set((outgoing.get(id) ?? []).map(handleOf));
    return handles.get(id)?.needed.some((handle) => !used.has(handle)) === true;
  };
  return [
    ...(starts.length === 0
      ? [{ code: 'no-start', nodeId: null, connectionId: null } satisfies FlowProblem]
      : []),
    ...nodes.flatMap((node) => [
      ...dataProblems(node, surroundings).map((code) => atNode(code, node.id)),
      ...(lacksConnection(node.id) ? [atNode('no-connection', node.id)] : []),
      ...(reached.has(node.id) || starts.length === 0 ? [] : [atNode('unreachable', node.id)]),
      ...(loops.has(node.id) ? [atNode('endless-loop', node.id)] : []),
    ]),
    ...connections
      .filter((connection) => !isWhole(connection))
      .map(({ id }): FlowProblem => ({ code: 'dangling', nodeId: null, connectionId: id })),
  ];
};
