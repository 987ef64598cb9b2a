import { type ComponentProps, useState } from 'react';
import { useFreshLink, useTold } from './use-fresh-link.ts';

interface FreshImageProps
  extends Pick<ComponentProps<'img'>, 'className' | 'style' | 'width' | 'height' | 'onLoad'> {
  /** A link to a file, or any other address; empty for none. */
  src: string;
  alt: string;
  /** `eager` loads a picture that is not on the screen yet. */
  loading?: 'lazy' | 'eager';
  /** Called when the picture cannot be loaded, also by a new link; then nothing is shown. */
  onLost?: () => void;
}

/**
 * A picture, the only place of an `img` element. It is invisible until it is loaded, so that what lies below (initials,
 * a colour) is seen meanwhile, and never a browser's sign for a broken picture. An expired link is renewed; see
 * `useFreshLink`.
 */
export const FreshImage = ({
  src,
  alt,
  loading = 'lazy',
  onLost,
  style,
  onLoad,
  ...rest
}: FreshImageProps) => {
  const { url, isLost, onError } = useFreshLink(src);
  const [loaded, setLoaded] = useState<string | null>(null);
  useTold(isLost, onLost);
  return isLost ? null : (
    <img
      // Another element for another address: the loaded picture of this one says nothing about the next.
      key={url}
      {...rest}
      {...(url === null ? {} : { src: url })}
      alt={alt}
      loading={loading}
      referrerPolicy="no-referrer"
      onError={onError}
      onLoad={(event) => {
        setLoaded(url);
        onLoad?.(event);
      }}
      style={url !== null && loaded === url ? style : { ...style, opacity: 0 }}
    />
  );
};
