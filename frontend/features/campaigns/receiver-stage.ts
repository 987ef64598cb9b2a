import type { ReceiverView } from '@prosa/shared/contracts/campaigns.ts';
import type { ReceiverState } from '@prosa/shared/entities/campaign.ts';
import type { Tone } from '../../components/status-chip.tsx';

/** What a report says about a receiver: its state, and for a sent message how far it came. */
export type ReceiverStage = ReceiverState | 'delivered' | 'read' | 'answered';

export const STAGE_TONES: Readonly<Record<ReceiverStage, Tone>> = {
  waiting: 'secondary',
  asked: 'info',
  agreed: 'info',
  declined: 'warning',
  sending: 'info',
  sent: 'primary',
  delivered: 'primary',
  read: 'success',
  answered: 'success',
  failed: 'error',
  unknown: 'warning',
  skipped: 'secondary',
};

type Times = Pick<
  ReceiverView,
  'state' | 'sentAt' | 'deliveredAt' | 'readAt' | 'answeredAt' | 'confirmationRequestedAt' | 'confirmedAt'
>;

/** Returns the stage of a receiver, and when it was reached; null for stages without a time. */
export const stageOf = ({
  state,
  sentAt,
  deliveredAt,
  readAt,
  answeredAt,
  confirmationRequestedAt,
  confirmedAt,
}: Times): { stage: ReceiverStage; at: string | null } => {
  switch (state) {
    case 'sent':
      if (answeredAt !== null) return { stage: 'answered', at: answeredAt };
      if (readAt !== null) return { stage: 'read', at: readAt };
      if (deliveredAt !== null) return { stage: 'delivered', at: deliveredAt };
      return { stage: 'sent', at: sentAt };
    case 'asked':
      return { stage: 'asked', at: confirmationRequestedAt };
    case 'agreed':
      return { stage: 'agreed', at: confirmedAt };
    case 'declined':
      return { stage: 'declined', at: answeredAt };
    default:
      return { stage: state, at: sentAt };
  }
};
