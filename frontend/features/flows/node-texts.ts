import type { FlowNode } from '@prosa/shared/entities/flow.ts';

/** Returns what a node says or holds, for its card and for the search; empty for a node without text. */
export const textOf = (node: FlowNode): string => {
  switch (node.type) {
    case 'start':
      return '';
    case 'message':
      return node.data.label;
    case 'menu':
      return [
        node.data.message,
        ...node.data.arrayOption.map(({ number, value }) => `${number}. ${value}`),
      ].join('\n');
    case 'singleBlock':
      return node.data.elements
        .map(({ type, value, original }) => (type === 'message' ? value : original))
        .join('\n');
    case 'question':
      return `${node.data.typebotIntegration.message}\n{{${node.data.typebotIntegration.answerKey}}}`;
    case 'condition':
      return `{{${node.data.key}}} ${node.data.value}`;
    case 'ticket':
      return node.data.queue?.name ?? node.data.name;
    case 'typebot':
    case 'openai':
      return node.data.typebotIntegration?.name ?? '';
    case 'img':
    case 'audio':
    case 'video':
      return node.data.url;
    case 'interval':
      return String(node.data.sec);
    case 'randomizer':
      return `${node.data.percent}%`;
  }
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the ids of the nodes that contain all words, in the order of the flow's nodes. Case and accents do not count.
 * @param typeName the translated name of a node's type, which is searched, too
 */
export const findNodes = (
  nodes: readonly FlowNode[],
  words: string,
  typeName: (type: FlowNode['type']) => string,
): string[] => {
  const wanted = plain(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  return nodes
    .filter((node) => {
      const text = plain(`${typeName(node.type)}\n${textOf(node)}`);
      return wanted.every((word) => text.includes(word));
    })
    .map(({ id }) => id);
};
