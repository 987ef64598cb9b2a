import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { PaneSkeleton } from '../../../components/skeletons.tsx';
import { routeQuery } from '../../../lib/api/query.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FlowEditor } from './flow-editor.tsx';

/** The screen with the editor of a flow. */
const FlowEditorScreen = () => {
  const { t } = useTranslation('flows');
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery({
    ...routeQuery(flowRoutes.getGraph, { params: { id } }),
    // The editor keeps its own state; every visit begins with what the server has.
    gcTime: 0,
    meta: { silent: true },
  });
  if (data !== undefined) return <FlowEditor key={id} flow={data.flow} />;
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void refetch()} title={t('editor.notLoaded')} />;
  return <PaneSkeleton />;
};

export default FlowEditorScreen;
