import type { FlowFiguresView } from '@prosa/shared/contracts/flows.ts';

/** What a count of `flowFiguresSchema` is about, by the beginning of its name. */
const KINDS = { n: 'nodes', c: 'connections', l: 'left' } as const;
type Kind = keyof typeof KINDS;

/** Returns the name of a count: of passes through a node (`n`) or connection (`c`), or of ends at a node (`l`). */
export const figureName = (kind: Kind, id: string): string => `${kind}:${id}`;

const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text);

/** Sums rows of figures by node and connection. */
export const sumFigures = (rows: readonly Readonly<Record<string, unknown>>[]): FlowFiguresView => {
  const sums = {
    nodes: new Map<string, number>(),
    connections: new Map<string, number>(),
    left: new Map<string, number>(),
  };
  for (const row of rows)
    for (const [name, count] of Object.entries(row)) {
      const [kind, id] = [name.slice(0, 1), name.slice(2)];
      if (typeof count !== 'number' || !isKind(kind) || name.charAt(1) !== ':') continue;
      const sum = sums[KINDS[kind]];
      sum.set(id, (sum.get(id) ?? 0) + count);
    }
  const list = (sum: ReadonlyMap<string, number>) => [...sum].map(([id, count]) => ({ id, count }));
  return { nodes: list(sums.nodes), connections: list(sums.connections), left: list(sums.left) };
};
