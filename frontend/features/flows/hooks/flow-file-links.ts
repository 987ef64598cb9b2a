import type { FlowFileView } from '@prosa/shared/contracts/flows.ts';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** A file of the flow, as far as the editor shows it. */
export interface ShownFile {
  fileName: string;
  /** Link to the file; valid for a few minutes, or while the editor is open for a file uploaded in it. */
  path: string;
}

interface FlowFileLinks {
  /** Returns a stored file by its name in the nodes; undefined if it is unknown. */
  find: (name: string) => ShownFile | undefined;
  /** Adds a file that was uploaded in this editor. */
  remember: (name: string, file: File) => void;
}

export const FlowFileLinks = createContext<FlowFileLinks>({
  find: () => undefined,
  remember: () => undefined,
});
export const useFlowFileLinks = (): FlowFileLinks => use(FlowFileLinks);

/** Returns the links to a flow's files: those of the server, and the files that were uploaded since. */
export const useKeptFileLinks = (files: readonly FlowFileView[]): FlowFileLinks => {
  const [added, setAdded] = useState<ReadonlyMap<string, ShownFile>>(new Map());
  const urls = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of urls.current.splice(0)) URL.revokeObjectURL(url);
    },
    [],
  );
  const remember = useCallback((name: string, file: File) => {
    const path = URL.createObjectURL(file);
    urls.current.push(path);
    setAdded((all) => new Map([...all, [name, { fileName: file.name, path }]]));
  }, []);
  return useMemo(() => {
    const stored = new Map<string, ShownFile>(files.map((file) => [file.name, file]));
    return { find: (name) => added.get(name) ?? stored.get(name), remember };
  }, [files, added, remember]);
};
