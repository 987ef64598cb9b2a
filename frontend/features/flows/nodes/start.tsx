import PlayCircleOutlineRounded from '@mui/icons-material/PlayCircleOutlineRounded';
import type { StepKind } from './step-kind.ts';

/** Where a conversation begins. It holds nothing to edit. */
export const startKind: StepKind<'start'> = {
  Icon: PlayCircleOutlineRounded,
  tone: 'success',
  Form: null,
};
