import { type ComponentProps, type RefObject, useRef } from 'react';
import { useFreshLink, useTold } from './use-fresh-link.ts';

type Player<K extends 'audio' | 'video'> = Omit<ComponentProps<K>, 'src' | 'ref' | 'children'> & {
  /** A link to a file, or any other address. */
  src: string;
  /** Called when the file cannot be loaded, also by a new link. */
  onLost?: () => void;
};

/** Returns what a player needs to go on where it was, after its link expired between two parts of the file. */
const useResumed = (media: RefObject<HTMLMediaElement | null>, src: string, onLost?: () => void) => {
  const { url, isLost, onError } = useFreshLink(src);
  const at = useRef({ timeS: 0, plays: false });
  useTold(isLost, onLost);
  return {
    ...(url === null ? {} : { src: url }),
    onError: () => {
      const { current } = media;
      if (current !== null) at.current = { timeS: current.currentTime, plays: !current.paused };
      onError();
    },
    resume: () => {
      const { current } = media;
      const { timeS, plays } = at.current;
      at.current = { timeS: 0, plays: false };
      if (current === null) return;
      if (timeS > 0) current.currentTime = timeS;
      // The browser may refuse to play what no click has started; the controls then show that it is paused.
      if (plays) void current.play().catch(() => current.pause());
    },
  };
};

/** A video, the only place of a `video` element with a file. An expired link is renewed, also while it plays. */
export const FreshVideo = ({ src, onLost, onLoadedMetadata, ...rest }: Player<'video'>) => {
  const media = useRef<HTMLVideoElement>(null);
  const { resume, ...shown } = useResumed(media, src, onLost);
  return (
    <video
      preload="metadata"
      {...rest}
      {...shown}
      ref={media}
      onLoadedMetadata={(event) => {
        resume();
        onLoadedMetadata?.(event);
      }}
    >
      <track kind="captions" />
    </video>
  );
};

/** A sound, the only place of an `audio` element. An expired link is renewed, also while it plays. */
export const FreshAudio = ({
  src,
  onLost,
  onLoadedMetadata,
  media: given,
  ...rest
}: Player<'audio'> & { media?: RefObject<HTMLAudioElement | null> }) => {
  const own = useRef<HTMLAudioElement>(null);
  const media = given ?? own;
  const { resume, ...shown } = useResumed(media, src, onLost);
  return (
    <audio
      preload="metadata"
      {...rest}
      {...shown}
      ref={media}
      onLoadedMetadata={(event) => {
        resume();
        onLoadedMetadata?.(event);
      }}
    >
      <track kind="captions" />
    </audio>
  );
};
