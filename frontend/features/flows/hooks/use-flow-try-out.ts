import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import type { FlowTryOutInput } from '@prosa/shared/entities/flow-try-out.ts';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { placeOf, type TriedStep } from '../try-out-lines.ts';

/** Plays the edited graph against a made-up customer, step by step. Nothing is sent or stored. */
export const useFlowTryOut = (flowId: number, graph: FlowGraph) => {
  const [steps, setSteps] = useState<readonly TriedStep[]>([]);
  const [error, setError] = useState<unknown>(null);
  const [isPlaying, setPlaying] = useState(false);
  const isBusy = useRef(false);

  const play = async (input: FlowTryOutInput, before: readonly TriedStep[]): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPlaying(true);
    try {
      const result = await call(flowRoutes.tryOut, {
        params: { id: flowId },
        body: { graph, state: before.at(-1)?.result.state ?? null, input },
      });
      const said = input.kind === 'says' ? input.text : null;
      setSteps([...before, { at: new Date().toISOString(), said, result }]);
      setError(null);
    } catch (refused) {
      setError(refused);
    } finally {
      isBusy.current = false;
      setPlaying(false);
    }
  };

  const last = steps.at(-1)?.result;
  return {
    steps,
    last,
    error,
    isPlaying,
    at: placeOf(steps),
    start: () => {
      setSteps([]);
      return play({ kind: 'start' }, []);
    },
    say: (text: string) => play({ kind: 'says', text }, steps),
    /** Ends the pause that the flow waits for. */
    skipPause: () => play({ kind: 'time' }, steps),
    /** Takes the last step back. */
    back: () => {
      setSteps(steps.slice(0, -1));
      setError(null);
    },
  };
};

export type FlowTryOut = ReturnType<typeof useFlowTryOut>;
