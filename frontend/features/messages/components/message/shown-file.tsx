import BrokenImageOutlined from '@mui/icons-material/BrokenImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type CSSProperties, Suspense, useState } from 'react';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { radius } from '../../../../theme/tokens.ts';

const ImageLightbox = lazyPart(() => import('./image-lightbox.tsx'));

const SIZE = { maxWidth: 'min(320px, 100%)', maxHeight: 320, minWidth: 160, minHeight: 96 } as const;
const FITTED = {
  ...SIZE,
  width: 'auto',
  height: 'auto',
  objectFit: 'cover',
  backgroundColor: 'var(--mui-palette-action-hover)',
} as const;

interface FileProps {
  src: string;
  /** Called when the file cannot be loaded, for example because its link has expired. */
  onError: () => void;
}

interface PictureProps extends FileProps {
  alt: string;
  /** Whether it opens at full size. */
  opens?: boolean;
  /** Sizes of the picture, instead of those of a picture in a message. */
  style?: CSSProperties;
}

/** A picture in a message. */
export const ShownPicture = ({ src, alt, onError, opens = true, style = FITTED }: PictureProps) => {
  const { t } = useTranslation('messages');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ButtonBase
        aria-label={t('media.open')}
        onClick={() => setOpen(true)}
        disabled={!opens}
        sx={{ display: 'block', borderRadius: `${radius.card}px`, overflow: 'hidden' }}
      >
        <img src={src} alt={alt} loading="lazy" onError={onError} style={{ display: 'block', ...style }} />
      </ButtonBase>
      {isOpen && (
        <Suspense fallback={null}>
          <ImageLightbox src={src} alt={alt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/** A video in a message. */
export const ShownVideo = ({ src, onError }: FileProps) => (
  <video
    src={src}
    controls
    preload="metadata"
    onError={onError}
    style={{ ...SIZE, borderRadius: radius.card, display: 'block' }}
  >
    <track kind="captions" />
  </video>
);

/** Shown in place of a file that is missing, with the reason. */
export const MissingFile = ({ text }: { text: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, padding: 3, color: 'text.secondary' }}>
    <BrokenImageOutlined />
    <Typography variant="body2">{text}</Typography>
  </Box>
);
