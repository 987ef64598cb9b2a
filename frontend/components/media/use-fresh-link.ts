import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { freshLink, isUsable, newestLink } from '../../lib/media/fresh-links.ts';
import { fileOf } from '../../lib/media/media-links.ts';

interface Shown {
  src: string;
  /** null while a new link is fetched, or if there is none. */
  url: string | null;
  /** The link that could not be loaded; null if none failed. */
  failed: string | null;
  isLost: boolean;
}

const begin = (src: string): Shown => {
  const link = newestLink(src);
  return { src, url: src !== '' && isUsable(link) ? link : null, failed: null, isLost: src === '' };
};

const isSameFile = (one: string, other: string): boolean =>
  one === other || (fileOf(one) !== undefined && fileOf(one) === fileOf(other));

/**
 * Returns an address for an element that shows a file. Links to files expire within minutes: an expired link, and one
 * that cannot be loaded, is replaced by a new link, which is fetched once for all elements. A loaded address stays when
 * the data bring a newer link to the same file, so that nothing is loaded twice.
 * @param src a link to a file, or any other address; empty for none
 */
export const useFreshLink = (src: string) => {
  const [kept, setShown] = useState(() => begin(src));
  let shown = kept;
  if (kept.src !== src) {
    shown = isSameFile(kept.src, src) && kept.url !== null ? { ...kept, src } : begin(src);
    setShown(shown);
  }
  const { url, failed, isLost } = shown;
  const isAsking = url === null && !isLost;
  useEffect(() => {
    if (!isAsking) return;
    let isLeft = false;
    const show = (found: string | null) => {
      if (!isLeft) setShown({ src, url: found, failed, isLost: found === null });
    };
    void freshLink(src, failed).then(show, (error: unknown) => {
      show(null);
      throw error;
    });
    return () => {
      isLeft = true;
    };
  }, [isAsking, src, failed]);
  const onError = useCallback(
    () =>
      setShown((before) => ({
        ...before,
        url: null,
        failed: before.url,
        // An address of elsewhere, or a second link that cannot be loaded.
        isLost: fileOf(before.src) === undefined,
      })),
    [],
  );
  return { url, isLost, onError };
};

/** Calls a function when a file is lost. */
export const useTold = (isLost: boolean, onLost: (() => void) | undefined): void => {
  const tell = useEffectEvent(() => onLost?.());
  useEffect(() => {
    if (isLost) tell();
  }, [isLost]);
};
