import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  QUICK_MESSAGE_MAX_CHARS,
  type QuickMessageView,
  quickMessageRoutes,
} from '@prosa/shared/contracts/quick-messages.ts';
import { mayManageQuickMessage } from '@prosa/shared/rules/quick-message-rights.ts';
import { useId, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { fileLink } from '../../../components/media/file-link.ts';
import { ResponsiveDialog } from '../../../components/responsive-dialog.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useSharedItemsUser } from '../../auth/hooks/use-shared-items-user.ts';
import { FormFile, type MediaChange } from '../../files/components/form-file.tsx';
import { saveMedia } from '../media-change.ts';

const schema = quickMessageRoutes.create.body.extend({ media: z.custom<MediaChange>() });

export const refreshQuickMessages = async (): Promise<void> => {
  await Promise.all(
    [quickMessageRoutes.list, quickMessageRoutes.listBrief].map((row) =>
      queryClient.invalidateQueries({ queryKey: routeKey(row) }),
    ),
  );
};

/** The switches for sharing and shared editing; the second has no effect without the first. */
const Sharing = () => {
  const { t } = useTranslation('quick-messages');
  const visao: unknown = useWatch({ name: 'visao' });
  return (
    <>
      <FormSwitch name="visao" label={t('field.visao')} help={t('field.visaoHelp')} />
      {visao === true && <FormSwitch name="geral" label={t('field.geral')} help={t('field.geralHelp')} />}
    </>
  );
};

interface QuickMessageDialogProps {
  quick: QuickMessageView | null;
  onClose: () => void;
}

/** The dialog for adding or changing a quick message. */
export const QuickMessageDialog = ({ quick, onClose }: QuickMessageDialogProps) => {
  const { t } = useTranslation('quick-messages');
  /** The saved quick message, so that a retry after a refused file does not add it again. */
  const saved = useRef(quick);
  const user = useSharedItemsUser();
  const isManaged = quick === null || mayManageQuickMessage(quick, user);
  return (
    <FormDialog
      open
      title={quick === null ? t('newTitle') : t('editTitle', { name: quick.shortcode })}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={{
        shortcode: quick?.shortcode ?? '',
        message: quick?.message ?? '',
        visao: quick?.visao ?? false,
        geral: quick?.geral ?? false,
        status: quick?.status ?? true,
        media: 'keep',
      }}
      onClose={onClose}
      onSubmit={async ({ media, ...body }) => {
        const known = saved.current;
        const made =
          known === null
            ? await call(quickMessageRoutes.create, { body })
            : await call(quickMessageRoutes.update, { params: { id: known.id }, body });
        saved.current = made;
        try {
          await saveMedia(made, media);
        } finally {
          await refreshQuickMessages();
        }
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <FormText
        name="shortcode"
        label={t('field.shortcode')}
        help={t('field.shortcodeHelp')}
        disabled={!isManaged}
        required
        autoFocus
      />
      <FormTemplate
        name="message"
        label={t('field.message')}
        maxChars={QUICK_MESSAGE_MAX_CHARS}
        minRows={4}
      />
      <FormFile
        name="media"
        current={quick?.mediaName ?? null}
        labels={{
          choose: t('media.choose'),
          change: t('media.change'),
          remove: (name) => t('media.remove', { name }),
        }}
      />
      {isManaged && <Sharing />}
      <FormSwitch name="status" label={t('field.status')} help={t('field.statusHelp')} />
    </FormDialog>
  );
};

/** Shows another user's shared quick message read-only. */
export const QuickMessageReader = ({ quick, onClose }: { quick: QuickMessageView; onClose: () => void }) => {
  const { t } = useTranslation('quick-messages');
  const titleId = useId();
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId}>
      <DialogTitle id={titleId}>{quick.shortcode}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{quick.message}</Typography>
        {quick.mediaPath !== null && <Link {...fileLink(quick.mediaPath)}>{quick.mediaName}</Link>}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('readOnly')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </ResponsiveDialog>
  );
};
