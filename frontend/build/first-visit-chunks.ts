import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const route = (name: string): string => fileURLToPath(new URL(`../app/routes/${name}.tsx`, import.meta.url));
const DOOR = [route('login')];
const INBOX = [route('shell'), route('tickets'), route('tickets-welcome')];

/** Everything that loads along with some modules. */
const reachOf = (roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> => {
  const reached = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
};

/**
 * Names the chunk of a module that a first visit loads: one for the inbox, one for what it shares with the sign-in page.
 * Many small files compress worse than few, and each costs a request.
 */
export const firstVisitChunk = () => {
  let reach: { door: ReadonlySet<string>; inbox: ReadonlySet<string> } | null = null;
  return (id: string, graph: ModuleGraph): string | null => {
    reach ??= { door: reachOf(DOOR, graph), inbox: reachOf(INBOX, graph) };
    if (!reach.inbox.has(id)) return null;
    return reach.door.has(id) ? 'frame' : 'inbox';
  };
};
