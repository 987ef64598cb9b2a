import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined';
import CancelOutlined from '@mui/icons-material/CancelOutlined';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import ReplayRounded from '@mui/icons-material/ReplayRounded';
import ReplyAllRounded from '@mui/icons-material/ReplyAllRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { type CampaignView, campaignRoutes } from '@prosa/shared/contracts/campaigns.ts';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Action } from '../../../components/action-menu.tsx';
import { confirm } from '../../../components/confirm-dialog.tsx';
import { confirmRemoval } from '../../../components/confirm-removal.ts';
import { call } from '../../../lib/api/api-client.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchCampaign } from '../campaign-queries.ts';
import { type CampaignAct, hasFollowUp, hasReport, isRemovable, OFFERED_ACTS } from '../campaign-status.ts';
import { CampaignDialogs, type OpenDialog } from '../components/campaign-dialogs.tsx';
import { fetchForCopy } from '../save-campaign.ts';

const ICONS: Readonly<Record<CampaignAct, ReactNode>> = {
  start: <PlayArrowRounded />,
  pause: <PauseRounded />,
  resume: <PlayArrowRounded />,
  cancel: <CancelOutlined />,
  restart: <ReplayRounded />,
};

type DirectAct = Exclude<CampaignAct, 'start' | 'restart'>;
/** The acts that need no estimate before. */
const CALLS: Readonly<Record<DirectAct, (id: number) => Promise<unknown>>> = {
  pause: (id) => call(campaignRoutes.pause, { params: { id } }),
  resume: (id) => call(campaignRoutes.resume, { params: { id } }),
  cancel: (id) => call(campaignRoutes.cancel, { params: { id } }),
};

/** Returns a function that pauses, resumes or cancels a campaign, after a question where something is at stake. */
const useDirectAct = () => {
  const { t } = useTranslation('campaigns');
  const isWanted = async (act: DirectAct, { name, pauseReason }: CampaignView): Promise<boolean> => {
    if (act === 'cancel')
      return confirm({
        title: t('act.cancel.title', { name }),
        body: t('act.cancel.body'),
        confirmLabel: t('act.cancel.confirm'),
        cancelLabel: t('act.cancel.keep'),
        danger: true,
      });
    if (act === 'resume' && pauseReason === 'quality')
      return confirm({
        title: t('act.resume.title', { name }),
        body: t('act.resume.body'),
        confirmLabel: t('act.resume.label'),
      });
    return true;
  };
  return async (act: DirectAct, campaign: CampaignView): Promise<void> => {
    if (!(await isWanted(act, campaign))) return;
    try {
      await CALLS[act](campaign.id);
      notifySuccess(t(`act.${act}.done`));
    } catch (error) {
      notifyError(error);
    }
    // After a refusal, too: the campaign is no longer as it is shown.
    await refetchCampaign(campaign.id);
  };
};

/** Returns a function that deletes a campaign after a question that names what is lost. */
const useRemove = (onRemoved: () => void) => {
  const { t } = useTranslation('campaigns');
  return (campaign: CampaignView) =>
    confirmRemoval({
      title: t('remove.title', { name: campaign.name }),
      body: t(hasReport(campaign) ? 'remove.bodyReport' : 'remove.body'),
      confirmLabel: t('remove.confirm'),
      done: t('remove.done'),
      remove: () => call(campaignRoutes.remove, { params: { id: campaign.id } }),
      onRemoved: async () => {
        onRemoved();
        await refetchCampaign(campaign.id);
      },
    });
};

/**
 * Returns what a user can do with campaigns, and the dialogs for it, which the screen has to show.
 * @param onRemoved called after a campaign was deleted
 * @param opened the dialog that is open at first
 */
export const useCampaignActs = (
  onRemoved: () => void = () => undefined,
  opened: OpenDialog | null = null,
) => {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate();
  const [open, setOpen] = useState(opened);
  const directly = useDirectAct();
  const remove = useRemove(onRemoved);

  const openReport = ({ id }: CampaignView) => void navigate(paths.campaignReport(id));
  const edit = (campaign: CampaignView) => setOpen({ kind: 'edit', campaign });
  const copy = ({ id }: CampaignView) => {
    fetchForCopy(id).then((source) => setOpen({ kind: 'new', source }), notifyError);
  };

  /** Returns the acts that change the campaign's status, the next step first. */
  const steering = (campaign: CampaignView): Action[] =>
    OFFERED_ACTS[campaign.status].map((act) => ({
      id: act,
      label: t(`act.${act}.label`),
      icon: ICONS[act],
      run: () => {
        if (act === 'start' || act === 'restart') setOpen({ kind: act, campaign });
        else void directly(act, campaign);
      },
    }));
  /** Returns everything else that can be done with a campaign. */
  const others = (campaign: CampaignView): Action[] => [
    {
      id: 'edit',
      label: campaign.editable ? t('edit') : t('view'),
      icon: campaign.editable ? <EditOutlined /> : <VisibilityOutlined />,
      run: () => edit(campaign),
    },
    {
      id: 'test',
      label: t('test.action'),
      icon: <SendRounded />,
      run: () => setOpen({ kind: 'test', campaign }),
    },
    { id: 'copy', label: t('copy.action'), icon: <ContentCopyRounded />, run: () => copy(campaign) },
    ...(hasFollowUp(campaign)
      ? [
          {
            id: 'followUp',
            label: t('followUp.action'),
            icon: <ReplyAllRounded />,
            run: () => setOpen({ kind: 'follow-up', campaign }),
          },
        ]
      : []),
    ...(isRemovable(campaign)
      ? [
          {
            id: 'remove',
            label: t('remove.action'),
            icon: <DeleteOutlineRounded />,
            danger: true,
            run: () => void remove(campaign),
          },
        ]
      : []),
  ];
  return {
    steering,
    others,
    /** Returns all actions of a row. */
    actions: (campaign: CampaignView): Action[] => [
      ...(hasReport(campaign)
        ? [
            {
              id: 'report',
              label: t('report.action'),
              icon: <AssessmentOutlined />,
              run: () => openReport(campaign),
            },
          ]
        : []),
      ...steering(campaign),
      ...others(campaign),
    ],
    add: () => setOpen({ kind: 'new' }),
    edit,
    openReport,
    dialogs: open === null ? null : <CampaignDialogs open={open} onClose={() => setOpen(null)} />,
  };
};
