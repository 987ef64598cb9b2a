import Lightbox from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { useFreshLink } from '../../../../components/media/use-fresh-link.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import 'yet-another-react-lightbox/styles.css';
import { useBackCloses } from '../../../../lib/screen/use-back-closes.ts';

interface ImageLightboxProps {
  src: string;
  alt: string;
  onClose: () => void;
}

/** Shows a picture at full size, with zoom and pan. */
const ImageLightbox = ({ src, alt, onClose }: ImageLightboxProps) => {
  const { t } = useTranslation('messages');
  const { url } = useFreshLink(src);
  useBackCloses(true, onClose);
  const picture = t('lightbox.picture');
  return (
    <Lightbox
      open
      close={onClose}
      slides={url === null ? [] : [{ src: url, alt }]}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      labels={{
        Lightbox: picture,
        Carousel: picture,
        'Photo gallery': picture,
        Slide: picture,
        '{index} of {total}': picture,
        Close: t('close'),
        'Zoom in': t('lightbox.zoomIn'),
        'Zoom out': t('lightbox.zoomOut'),
      }}
      render={{ buttonPrev: () => null, buttonNext: () => null }}
    />
  );
};

export default ImageLightbox;
