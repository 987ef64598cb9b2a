import { assistantCorrectionRoutes } from '@prosa/shared/contracts/assistant-corrections.ts';
import { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import type { LiveReducers } from '../../lib/live/live-reducers.ts';

const reducers: LiveReducers<'assistants'> = {
  prompt: (_context, { data }) =>
    invalidateSoon(
      data.action === 'corrections' ? assistantCorrectionRoutes.corrections : assistantRoutes.list,
    ),
};

export default reducers;
