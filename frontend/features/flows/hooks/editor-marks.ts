import type { FlowProblem } from '@prosa/shared/contracts/flows.ts';
import { createContext } from 'react';

export type FlowProblemCode = FlowProblem['code'];

/** How often conversations came through the parts of a flow, by id. */
export interface FlowCounts {
  nodes: ReadonlyMap<string, number>;
  connections: ReadonlyMap<string, number>;
  left: ReadonlyMap<string, number>;
}

/** What the canvas shows on nodes and connections beside themselves. */
export interface EditorMarks {
  problems: ReadonlyMap<string, readonly FlowProblemCode[]>;
  /** Null: not shown. */
  counts: FlowCounts | null;
  /** The node at which the try-out waits; null: none. */
  at: string | null;
}

export const EditorMarksContext = createContext<EditorMarks>({
  problems: new Map(),
  counts: null,
  at: null,
});

/** What the buttons on nodes and connections do. */
export interface EditorActs {
  edit: (nodeId: string) => void;
  duplicate: (nodeId: string) => void;
  remove: (nodeId: string) => void;
  connectFrom: (nodeId: string) => void;
  removeConnection: (connectionId: string) => void;
}

const nothing = (): void => undefined;

export const EditorActsContext = createContext<EditorActs>({
  edit: nothing,
  duplicate: nothing,
  remove: nothing,
  connectFrom: nothing,
  removeConnection: nothing,
});
