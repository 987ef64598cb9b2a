import { type FlowWithGraph, flowRoutes } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

/** Time without a change after which the draft is saved. */
const AUTOSAVE_MS = 1500;
/** Time after which a failed save is tried again. */
const RETRY_MS = 5000;

export type DraftStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_CONFLICT';

/**
 * Saves the draft of a flow after changes, one save at a time. If another user saved in between, it stops and reports
 * a conflict until `overwrite` or `adopt`.
 */
export const useDraft = ({ id, version, flow }: FlowWithGraph, graph: FlowGraph) => {
  const [status, setStatus] = useState<DraftStatus>('saved');
  const [failure, setFailure] = useState<unknown>(null);
  const latest = useRef(graph);
  const saved = useRef(flow);
  /** The version that the server has; undefined overwrites whatever it has. */
  const known = useRef<number | undefined>(version);
  const running = useRef<Promise<boolean> | null>(null);
  const isStopped = useRef(false);

  /** Sends the graph once; throws if it was not saved. */
  const send = useCallback(
    async (publish: boolean): Promise<void> => {
      const sent = latest.current;
      const { flow: made } = await call(flowRoutes.save, {
        body: {
          idFlow: id,
          nodes: sent.nodes,
          connections: sent.connections,
          publish,
          ...(known.current === undefined ? {} : { version: known.current }),
        },
      });
      known.current = made.version;
      saved.current = sent;
    },
    [id],
  );

  /** Saves what is not saved yet; returns whether everything is saved now. */
  const flush = useCallback(async (): Promise<boolean> => {
    const work = async (): Promise<boolean> => {
      while (latest.current !== saved.current) {
        if (isStopped.current) return false;
        setStatus('saving');
        try {
          await send(false);
        } catch (error) {
          isStopped.current = isConflict(error);
          setFailure(error);
          setStatus(isStopped.current ? 'conflict' : 'failed');
          return false;
        }
      }
      setFailure(null);
      setStatus('saved');
      return true;
    };
    running.current ??= work().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [send]);

  useEffect(() => {
    latest.current = graph;
    if (graph === saved.current || isStopped.current) return;
    setStatus((before) => (before === 'saving' ? before : 'unsaved'));
    const timer = setTimeout(() => void flush(), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [graph, flush]);

  useEffect(() => {
    if (status !== 'failed') return;
    const timer = setTimeout(() => void flush(), RETRY_MS);
    return () => clearTimeout(timer);
  }, [status, flush]);

  return {
    status,
    failure,
    flush,
    /**
     * Saves the draft and publishes it; returns whether it did.
     * @throws ApiError if the server refuses to publish it
     */
    publish: async (): Promise<boolean> => {
      if (!(await flush())) return false;
      try {
        await send(true);
        return true;
      } catch (error) {
        if (!isConflict(error)) throw error;
        isStopped.current = true;
        setStatus('conflict');
        return false;
      }
    },
    /** Replaces another user's changes by this editor's. */
    overwrite: (): Promise<boolean> => {
      isStopped.current = false;
      known.current = undefined;
      // Makes the graph count as unsaved: no graph is this object.
      saved.current = { nodes: [], connections: [] };
      return flush();
    },
    /** Goes on from what another user saved. The caller shows its graph. */
    adopt: (other: FlowWithGraph): void => {
      isStopped.current = false;
      known.current = other.version;
      saved.current = other.flow;
      latest.current = other.flow;
      setFailure(null);
      setStatus('saved');
    },
  };
};

export type FlowDraftState = ReturnType<typeof useDraft>;
