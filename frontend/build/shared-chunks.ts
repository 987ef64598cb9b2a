import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

const fileAt = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const MAIN = fileAt('app/main.tsx');
const SIGN_IN = [fileAt('app/routes/login.tsx')];
const SIGN_IN_FORM = [fileAt('features/auth/components/login-screen.tsx')];
const INBOX = ['shell', 'tickets', 'tickets-welcome'].map((name) => fileAt(`app/routes/${name}.tsx`));
const TICKET = [fileAt('app/routes/ticket.tsx')];
const SCREEN = /-screen\.tsx$/;
/** Minimum number of screens and dialogs that load a module, for it to be in a shared chunk. */
const SHARED_BY = 3;

/** Returns all modules that load together with the given modules. */
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

/** Returns all modules that are imported dynamically: screens, dialogs and other parts of screens. */
const lateRoots = (graph: ModuleGraph): string[] => {
  const seen = new Set<string>();
  const roots = new Set<string>();
  const open = [MAIN];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const info = graph.getModuleInfo(id);
    for (const late of info?.dynamicallyImportedIds ?? []) roots.add(late);
    open.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []));
  }
  return [...roots];
};

/** Returns the modules that at least `SHARED_BY` of the roots load. */
const sharedBy = (roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const root of roots)
    for (const id of reachOf([root], graph)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Set([...counts].flatMap(([id, count]) => (count >= SHARED_BY ? [id] : [])));
};

/** Returns the ids of a set that another set contains, too. */
const within = (ids: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...ids].filter((id) => others.has(id));

/** Returns whether a module was made by the bundler, such as the empty module in place of one of Node.js. */
const isVirtual = (id: string): boolean => id.startsWith('\0') || id.startsWith('__vite');

/** The chunks in the order of their imports: modules of a chunk import only modules of the same and of earlier chunks. */
const CHUNKS = ['frame', 'inbox', 'form', 'ticket', 'screens', 'parts'] as const;
type Chunk = (typeof CHUNKS)[number];

/** Returns the chunk of each module that is loaded together with others. */
const assign = (graph: ModuleGraph): ReadonlyMap<string, Chunk> => {
  const late = lateRoots(graph);
  const inbox = reachOf(INBOX, graph);
  const parts = sharedBy(late, graph);
  const screens = late.filter((root) => SCREEN.test(root));
  const wanted: Record<Chunk, Iterable<string>> = {
    frame: within(inbox, reachOf(SIGN_IN, graph)),
    inbox,
    form: within(parts, reachOf(SIGN_IN_FORM, graph)),
    ticket: within(parts, reachOf(TICKET, graph)),
    screens: sharedBy(screens, graph),
    parts,
  };
  const chunks = new Map<string, Chunk>();
  for (const chunk of CHUNKS)
    for (const id of wanted[chunk]) if (!chunks.has(id) && !isVirtual(id)) chunks.set(id, chunk);
  return chunks;
};

/**
 * Returns the groups of modules that are bundled together: `inbox` for a first visit, `frame` for a first visit and the
 * sign-in page, `form` for the sign-in form and other forms, `ticket` for a conversation, `screens` for other screens,
 * `parts` for dialogs and other parts of screens. Many small files compress worse than few, and each costs a request.
 */
export const sharedChunks = () => {
  let chunks: ReadonlyMap<string, Chunk> | null = null;
  return CHUNKS.map((chunk, at) => ({
    name: (id: string, graph: ModuleGraph): string | null => {
      chunks ??= assign(graph);
      return chunks.get(id) === chunk ? chunk : null;
    },
    debugName: chunk,
    // The bundler adds the imports of a group's modules to the group, unless a group of higher priority has them.
    priority: CHUNKS.length - at,
  }));
};
