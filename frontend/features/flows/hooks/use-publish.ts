import { type FlowProblem, flowProblemSchema } from '@prosa/shared/contracts/flows.ts';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { validateFlow } from '@prosa/shared/flow-nodes/validate-flow.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import * as z from 'zod';
import { ApiError } from '../../../lib/api/api-error.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useAssistants } from '../../directory/hooks/use-assistants.ts';
import { useIntegrations } from '../../directory/hooks/use-integrations.ts';
import { queueList } from '../../directory/queue-list.ts';
import type { FlowDraftState } from './use-draft.ts';

const detailsSchema = z.object({ problems: z.array(flowProblemSchema) });

/** Returns the problems that the server found; undefined for another error. */
const problemsIn = (error: unknown): FlowProblem[] | undefined =>
  error instanceof ApiError && error.code === 'ERR_FLOW_INVALID'
    ? (detailsSchema.safeParse(error.details).data?.problems ?? [])
    : undefined;

const idsOf = (all: readonly { id: number }[]): Set<number> => new Set(all.map(({ id }) => id));

/**
 * Returns what keeps a flow from being published, and a function that publishes it.
 * @param onProblems called if it cannot be published because of them
 */
export const usePublish = (graph: FlowGraph, draft: FlowDraftState, onProblems: () => void) => {
  const { t } = useTranslation('flows');
  const { data: queues } = useQuery(queueList);
  const { items: integrations } = useIntegrations();
  const { items: assistants } = useAssistants();
  const [isPublishing, setPublishing] = useState(false);
  /** The graph that this editor published last. */
  const [published, setPublished] = useState<FlowGraph | null>(null);
  /** Problems that only the server can see, and the graph that has them. */
  const [refused, setRefused] = useState<{ graph: FlowGraph; problems: FlowProblem[] } | null>(null);

  const problems = useMemo(() => {
    const found = validateFlow(graph, {
      ...(queues === undefined ? {} : { queueIds: idsOf(queues) }),
      ...(integrations === undefined ? {} : { integrationIds: idsOf(integrations) }),
      ...(assistants === undefined ? {} : { assistantIds: idsOf(assistants) }),
    });
    return found.length === 0 && refused?.graph === graph ? refused.problems : found;
  }, [graph, queues, integrations, assistants, refused]);

  const publish = async (): Promise<void> => {
    if (isPublishing) return;
    if (problems.length > 0) {
      onProblems();
      await draft.flush();
      return;
    }
    setPublishing(true);
    try {
      if (!(await draft.publish())) return;
      setPublished(graph);
      notifySuccess(t('editor.published'));
    } catch (error) {
      const found = problemsIn(error);
      if (found === undefined) {
        notifyError(error);
        return;
      }
      setRefused({ graph, problems: found });
      onProblems();
    } finally {
      setPublishing(false);
    }
  };

  return { problems, publish, isPublishing, isUnpublished: published !== graph };
};
