import { type ComponentProps, type RefObject, type SyntheticEvent, useRef } from 'react';
import { useFreshLink, useTold } from './use-fresh-link.ts';

interface Played<E extends HTMLMediaElement> {
  /** A link to a file, or any other address. */
  src: string;
  /** Called when the file cannot be loaded, also by a new link. */
  onLost?: (() => void) | undefined;
  onLoadedMetadata?: ((event: SyntheticEvent<E>) => void) | undefined;
}
type Player<K extends 'audio' | 'video', E extends HTMLMediaElement> = Omit<
  ComponentProps<K>,
  keyof Played<E> | 'ref' | 'children'
> &
  Played<E>;

/**
 * Returns the attributes of an element that plays a file, and goes on where it was after its link expired between two parts
 * of the file.
 */
const useResumed = <E extends HTMLMediaElement>(
  media: RefObject<E | null>,
  { src, onLost, onLoadedMetadata }: Played<E>,
) => {
  const { url, isLost, onError } = useFreshLink(src);
  const at = useRef({ timeS: 0, plays: false });
  useTold(isLost, onLost);
  return {
    ...(url === null ? {} : { src: url }),
    ref: media,
    onError: () => {
      const { current } = media;
      if (current !== null) at.current = { timeS: current.currentTime, plays: !current.paused };
      onError();
    },
    onLoadedMetadata: (event: SyntheticEvent<E>) => {
      const { timeS, plays } = at.current;
      at.current = { timeS: 0, plays: false };
      const { currentTarget } = event;
      if (timeS > 0) currentTarget.currentTime = timeS;
      // The browser may refuse to play what no click has started; the controls then show that it is paused.
      if (plays) void currentTarget.play().catch(() => currentTarget.pause());
      onLoadedMetadata?.(event);
    },
  };
};

/** A video, the only place of a `video` element with a file. An expired link is renewed, also while it plays. */
export const FreshVideo = ({ src, onLost, onLoadedMetadata, ...rest }: Player<'video', HTMLVideoElement>) => {
  const played = useResumed(useRef<HTMLVideoElement>(null), { src, onLost, onLoadedMetadata });
  return (
    <video preload="metadata" {...rest} {...played}>
      <track kind="captions" />
    </video>
  );
};

/** A sound, the only place of an `audio` element. An expired link is renewed, also while it plays. */
export const FreshAudio = ({
  src,
  onLost,
  onLoadedMetadata,
  media,
  ...rest
}: Player<'audio', HTMLAudioElement> & { media?: RefObject<HTMLAudioElement | null> }) => {
  const own = useRef<HTMLAudioElement>(null);
  const played = useResumed(media ?? own, { src, onLost, onLoadedMetadata });
  return (
    <audio preload="metadata" {...rest} {...played}>
      <track kind="captions" />
    </audio>
  );
};
