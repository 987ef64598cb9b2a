import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { AnnouncementView } from '@prosa/shared/contracts/announcements.ts';
import { Suspense, useState } from 'react';
import { FreshImage } from '../../../components/media/fresh-image.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { lazyPart } from '../../../lib/screen/lazy-part.ts';
import { formatWhen } from '../../../lib/texts/format.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { AnnouncementText } from './announcement-text.tsx';
import { PriorityChip } from './priority-chip.tsx';

const ImageLightbox = lazyPart(() => import('../../messages/components/message/image-lightbox.tsx'));

const PICTURE_MAX_HEIGHT_PX = 220;

const Picture = ({ src, name }: { src: string; name: string }) => {
  const { t } = useTranslation('messages');
  const [open, setOpen] = useState(false);
  return (
    <>
      <ButtonBase
        aria-label={t('media.open')}
        onClick={() => setOpen(true)}
        sx={{
          display: 'block',
          marginTop: 2,
          borderRadius: `${radius.card}px`,
          overflow: 'hidden',
          bgcolor: 'action.hover',
        }}
      >
        <FreshImage
          src={src}
          alt={name}
          style={{ display: 'block', maxWidth: '100%', maxHeight: PICTURE_MAX_HEIGHT_PX }}
        />
      </ButtonBase>
      {open && (
        <Suspense fallback={null}>
          <ImageLightbox src={src} alt={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

interface AnnouncementCardProps {
  announcement: AnnouncementView;
  /** Whether it was published after the user's last look. */
  isNew: boolean;
}

/** An announcement as users see it: priority, time, title, text and picture. */
export const AnnouncementCard = ({ announcement, isNew }: AnnouncementCardProps) => {
  const { t } = useTranslation('announcements');
  const { title, text, priority, publishedAt, mediaPath, mediaName } = announcement;
  return (
    <Box
      component="li"
      sx={{
        paddingInline: 4,
        paddingBlock: 3,
        borderTop: 1,
        borderColor: 'divider',
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, marginBottom: 1 }}>
        <PriorityChip priority={priority} />
        {isNew && <StatusChip label={t('panel.new')} tone="primary" />}
        <Typography
          variant="caption"
          component="time"
          dateTime={publishedAt}
          sx={{ marginLeft: 'auto', color: 'text.secondary' }}
        >
          {formatWhen(publishedAt)}
        </Typography>
      </Box>
      <Typography variant="subtitle1" component="h3">
        {title}
      </Typography>
      <AnnouncementText text={text} />
      {mediaPath !== null && <Picture src={mediaPath} name={mediaName ?? title} />}
    </Box>
  );
};
