import type { CampaignView } from '@prosa/shared/contracts/campaigns.ts';
import { CampaignDialog, type CampaignSource } from './campaign-dialog.tsx';
import { FollowUpDialog } from './follow-up-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

/** The dialog of a campaign that is open. */
export type OpenDialog =
  | { kind: 'new'; source?: CampaignSource; ticketFilter?: string }
  | { kind: 'edit' | 'start' | 'restart' | 'test' | 'follow-up'; campaign: CampaignView };

/** The dialogs of campaigns, of which one is open at a time. */
export const CampaignDialogs = ({ open, onClose }: { open: OpenDialog; onClose: () => void }) => {
  switch (open.kind) {
    case 'new':
      return (
        <CampaignDialog
          campaign={null}
          source={open.source}
          ticketFilter={open.ticketFilter}
          onClose={onClose}
        />
      );
    case 'edit':
      return <CampaignDialog campaign={open.campaign} onClose={onClose} />;
    case 'start':
    case 'restart':
      return <StartDialog campaign={open.campaign} act={open.kind} onClose={onClose} />;
    case 'test':
      return <TestDialog campaign={open.campaign} onClose={onClose} />;
    case 'follow-up':
      return <FollowUpDialog campaign={open.campaign} onClose={onClose} />;
  }
};
