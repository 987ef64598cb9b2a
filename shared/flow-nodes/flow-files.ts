import type { FlowGraph, FlowNode } from '../entities/flow.ts';

type ContentElement = Extract<FlowNode, { type: 'singleBlock' }>['data']['elements'][number];

/** Returns the blocks of a content node in the order in which they are sent. */
export const contentBlocks = ({
  data,
}: Pick<Extract<FlowNode, { type: 'singleBlock' }>, 'data'>): ContentElement[] => {
  const byNumber = new Map(data.elements.map((element) => [element.number, element]));
  return data.seq.flatMap((number) => byNumber.get(number) ?? []);
};

const FILE_BLOCKS: ReadonlySet<ContentElement['type']> = new Set(['img', 'audio', 'video']);
export const isFileBlock = ({ type }: Pick<ContentElement, 'type'>): boolean => FILE_BLOCKS.has(type);

/** Returns the names of the files that a node sends; '' for one that has not been chosen. */
export const filesOfNode = (node: FlowNode): string[] => {
  switch (node.type) {
    case 'img':
    case 'audio':
    case 'video':
      return [node.data.url];
    case 'singleBlock':
      return contentBlocks(node).flatMap((block) => (isFileBlock(block) ? [block.value] : []));
    default:
      return [];
  }
};

/** Returns the names of the files of a flow, each once. */
export const filesOfFlow = ({ nodes }: Pick<FlowGraph, 'nodes'>): string[] => [
  ...new Set(nodes.flatMap(filesOfNode).filter((name) => name !== '')),
];
