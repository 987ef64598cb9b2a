import type { MouseEvent } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { freshLink, isUsable, newestLink } from '../../lib/media/fresh-links.ts';
import { notifyError } from '../../lib/screen/notify.ts';

const follow = (url: string, fileName: string | undefined): void => {
  const link = document.createElement('a');
  link.href = url;
  if (fileName === undefined) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  } else link.download = fileName;
  link.click();
};

/**
 * Opens a file in a new tab, by a new link if the given one is expired.
 * @param fileName saves the file under this name instead; empty for its own name
 */
export const openFile = async (src: string, fileName?: string): Promise<void> => {
  const url = await freshLink(src);
  if (url === null) notifyError(new ApiError({ code: 'ERR_MEDIA_MISSING', status: 404 }));
  else follow(url, fileName);
};

/**
 * Returns the properties of a link or button that opens a file in a new tab; see {@link openFile}. The link is renewed
 * at the click, because the screen may have been open for longer than a link lives.
 * @param fileName saves the file under this name instead; empty for its own name
 */
export const fileLink = (src: string, fileName?: string) => ({
  href: newestLink(src),
  ...(fileName === undefined ? { target: '_blank', rel: 'noopener noreferrer' } : { download: fileName }),
  onClick: (event: MouseEvent<HTMLElement>) => {
    if (isUsable(src)) return;
    event.preventDefault();
    openFile(src, fileName).catch(notifyError);
  },
});
