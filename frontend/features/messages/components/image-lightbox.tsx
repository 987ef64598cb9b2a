import Lightbox from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import { useBackCloses } from '../../../lib/use-back-closes.ts';

interface ImageLightboxProps {
  src: string;
  alt: string;
  onClose: () => void;
}

/** A picture at full size, with zoom and pan. */
const ImageLightbox = ({ src, alt, onClose }: ImageLightboxProps) => {
  useBackCloses(true, onClose);
  return (
    <Lightbox
      open
      close={onClose}
      slides={[{ src, alt }]}
      plugins={[Zoom]}
      carousel={{ finite: true }}
      render={{ buttonPrev: () => null, buttonNext: () => null }}
    />
  );
};

export default ImageLightbox;
