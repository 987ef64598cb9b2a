import type { FlowConnection, FlowNode } from '@prosa/shared/entities/flow.ts';

/** What leads out of an exit of a node; its text is made from it. */
export type ExitKind = 'next' | 'option' | 'default' | 'percent' | 'rest' | 'true' | 'false' | 'answer';

/** A way out of a node. */
export interface Exit {
  /** The handle that connections name. */
  handle: string;
  kind: ExitKind;
  /** The text of an option, or the percent of a split; empty otherwise. */
  detail: string;
}

/** The exit that is meant by a connection that names none. */
export const DEFAULT_HANDLE = 'a';

const exit = (handle: string, kind: ExitKind, detail = ''): Exit => ({ handle, kind, detail });

/** Returns the exits of a node, in the order in which the canvas shows them. */
export const exitsOf = (node: FlowNode): readonly Exit[] => {
  switch (node.type) {
    case 'menu':
      return [
        ...node.data.arrayOption.map(({ number, value }) =>
          exit(`${DEFAULT_HANDLE}${number}`, 'option', `${number}. ${value}`),
        ),
        exit('default', 'default'),
      ];
    case 'randomizer':
      return [
        exit('a', 'percent', String(node.data.percent)),
        exit('b', 'rest', String(100 - node.data.percent)),
      ];
    case 'condition':
      return [exit('a', 'true'), exit('b', 'false')];
    case 'question':
      return [exit('a', 'answer')];
    case 'start':
    case 'message':
    case 'singleBlock':
    case 'interval':
    case 'img':
    case 'audio':
    case 'video':
      return [exit('a', 'next')];
    // People, an integration or an assistant go on from here.
    case 'ticket':
    case 'typebot':
    case 'openai':
      return [];
  }
};

/** Returns the exit that a connection leaves through. */
export const handleOf = ({ sourceHandle }: Pick<FlowConnection, 'sourceHandle'>): string =>
  sourceHandle ?? DEFAULT_HANDLE;

/** Whether connections may lead to a node: a conversation begins at the start and does not come back to it. */
export const isEntered = ({ type }: Pick<FlowNode, 'type'>): boolean => type !== 'start';
