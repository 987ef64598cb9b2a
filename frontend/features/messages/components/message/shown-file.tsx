import BrokenImageOutlined from '@mui/icons-material/BrokenImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type CSSProperties, type ReactNode, Suspense, useState } from 'react';
import { FreshImage } from '../../../../components/media/fresh-image.tsx';
import { FreshVideo } from '../../../../components/media/fresh-player.tsx';
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

const FRAME = {
  display: 'block',
  borderRadius: `${radius.card}px`,
  overflow: 'hidden',
} as const;

interface FileProps {
  src: string;
  /** Shown if the file cannot be loaded. */
  lost: ReactNode;
}

interface PictureProps extends FileProps {
  alt: string;
  /** Whether it opens at full size. */
  opens?: boolean;
  /** Sizes of the picture, instead of those of a picture in a message. */
  style?: CSSProperties;
}

/** A picture in a message. */
export const ShownPicture = ({ src, alt, lost, opens = true, style = FITTED }: PictureProps) => {
  const { t } = useTranslation('messages');
  const [isOpen, setOpen] = useState(false);
  const [lostSrc, setLostSrc] = useState('');
  if (lostSrc === src) return lost;
  return (
    <>
      <ButtonBase
        aria-label={t('media.open')}
        onClick={() => setOpen(true)}
        disabled={!opens}
        sx={FRAME}
        style={{ backgroundColor: style.backgroundColor }}
      >
        <FreshImage
          src={src}
          alt={alt}
          onLost={() => setLostSrc(src)}
          style={{ display: 'block', ...style }}
        />
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
export const ShownVideo = ({ src, lost }: FileProps) => {
  const [lostSrc, setLostSrc] = useState('');
  return lostSrc === src ? (
    lost
  ) : (
    <FreshVideo
      src={src}
      controls
      onLost={() => setLostSrc(src)}
      style={{ ...SIZE, borderRadius: radius.card, display: 'block' }}
    />
  );
};

/** Shown in place of a file that is missing, with the reason. */
export const MissingFile = ({ text }: { text: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, padding: 3, color: 'text.secondary' }}>
    <BrokenImageOutlined />
    <Typography variant="body2">{text}</Typography>
  </Box>
);
