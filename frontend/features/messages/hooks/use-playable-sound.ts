import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useEffect, useState } from 'react';
import { useMediaUrl } from './use-media-url.ts';

/** Voice notes as WhatsApp has them. */
const OGG = 'audio/ogg';

/**
 * A message's sound as this browser plays it. Safari, and so every browser of an iPhone, plays no Ogg, or says it does and
 * then fails: there the same sound is taken out of its Ogg file and put into an MP4, which plays.
 */
export const usePlayableSound = (message: MessageView) => {
  const { url, failed, renew } = useMediaUrl(message);
  const isOgg = message.media?.mimeType.startsWith(OGG) === true;
  const [playsNoOgg] = useState(() => isOgg && new Audio().canPlayType(`${OGG}; codecs=opus`) === '');
  const wantsMp4 = isOgg && (playsNoOgg || failed);
  const [mp4, setMp4] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    if (!wantsMp4 || url === null) return;
    let made: string | undefined;
    let left = false;
    const load = async () => {
      const [answer, { toMp4 }] = await Promise.all([fetch(url), import('../convert-sound.ts')]);
      if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
      const sound = await toMp4(await answer.blob());
      if (left) return;
      made = URL.createObjectURL(sound);
      setMp4(made);
    };
    load().catch(() => {
      if (!left) setBroken(true);
    });
    return () => {
      left = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [wantsMp4, url]);
  return {
    src: wantsMp4 ? mp4 : url,
    isComing: wantsMp4 && mp4 === null && !broken,
    failed: broken || (failed && !isOgg),
    onError: () => (wantsMp4 ? setBroken(true) : renew()),
  };
};
