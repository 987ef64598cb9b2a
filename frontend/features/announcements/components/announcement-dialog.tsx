import Typography from '@mui/material/Typography';
import { type AnnouncementView, announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import {
  ANNOUNCEMENT_PICTURE_MAX_BYTES,
  ANNOUNCEMENT_PICTURE_TYPES,
  ANNOUNCEMENT_PRIORITIES,
} from '@prosa/shared/rules/announcements.ts';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormInstant, FormSelect, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useDebounced } from '../../../lib/screen/use-debounced.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { FormFile, type MediaChange } from '../../files/components/form-file.tsx';
import { savePicture } from '../save-picture.ts';
import { AnnouncementText } from './announcement-text.tsx';

const schema = announcementRoutes.create.body.extend({ media: z.custom<MediaChange>() });
/** Lowest number of lines of the text's field. */
const TEXT_ROWS = 6;

export const refreshAnnouncements = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(announcementRoutes.list) });

/** The text as users will see it. */
const Preview = () => {
  const { t } = useTranslation('announcements');
  const [title, text]: unknown[] = useWatch({ name: ['title', 'text'] });
  const shown = useDebounced(typeof text === 'string' ? text : '');
  return shown.trim() === '' ? (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('preview.empty')}
    </Typography>
  ) : (
    <>
      <Typography variant="subtitle1" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {typeof title === 'string' ? title : ''}
      </Typography>
      <AnnouncementText text={shown} />
    </>
  );
};

interface AnnouncementDialogProps {
  announcement: AnnouncementView | null;
  onClose: () => void;
}

/** The dialog for adding or changing an announcement. */
export const AnnouncementDialog = ({ announcement, onClose }: AnnouncementDialogProps) => {
  const { t } = useTranslation('announcements');
  /** The saved announcement, so that a retry after a refused picture does not add it again. */
  const saved = useRef(announcement);
  return (
    <FormDialog
      open
      title={announcement === null ? t('newTitle') : t('editTitle', { name: announcement.title })}
      schema={schema}
      submitLabel={t('save')}
      aside={{ label: t('preview.title'), content: <Preview /> }}
      defaultValues={{
        title: announcement?.title ?? '',
        text: announcement?.text ?? '',
        priority: announcement?.priority ?? 3,
        status: announcement?.status ?? true,
        expiresAt: announcement?.expiresAt ?? null,
        media: 'keep',
      }}
      onClose={onClose}
      onSubmit={async ({ media, ...body }) => {
        const known = saved.current;
        const made =
          known === null
            ? await call(announcementRoutes.create, { body })
            : await call(announcementRoutes.update, { params: { id: known.id }, body });
        saved.current = made;
        try {
          await savePicture(made, media);
        } finally {
          await refreshAnnouncements();
        }
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <FormText name="title" label={t('field.title')} required autoFocus />
      <FormText
        name="text"
        label={t('field.text')}
        help={t('field.textHelp')}
        multiline
        minRows={TEXT_ROWS}
        required
      />
      <FormSelect
        name="priority"
        label={t('field.priority')}
        choices={ANNOUNCEMENT_PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
      />
      <FormInstant name="expiresAt" label={t('field.expiresAt')} help={t('field.expiresAtHelp')} />
      <FormFile
        name="media"
        current={announcement?.mediaName ?? null}
        accept={ANNOUNCEMENT_PICTURE_TYPES.join(',')}
        maxBytes={ANNOUNCEMENT_PICTURE_MAX_BYTES}
        labels={{
          choose: t('media.choose'),
          change: t('media.change'),
          remove: (name) => t('media.remove', { name }),
        }}
        help={t('media.help')}
      />
      <FormSwitch name="status" label={t('field.status')} help={t('field.statusHelp')} />
    </FormDialog>
  );
};
