import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useEffect, useState } from 'react';
import { freshLink } from '../../../lib/media/fresh-links.ts';

/** Format of WhatsApp's voice notes. */
const OGG = 'audio/ogg';

/**
 * Returns a message's sound in a format that this browser plays. Safari, and so every browser on an iPhone, does not
 * play Ogg, or claims to and then fails. There the sound is moved from its Ogg file into an MP4, which plays.
 */
export const usePlayableSound = (message: MessageView) => {
  const url = message.mediaUrl;
  const [failed, setFailed] = useState(false);
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
      const [link, { toMp4 }] = await Promise.all([freshLink(url), import('../convert-sound.ts')]);
      if (link === null) throw new Error('the file has no link');
      const answer = await fetch(link);
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
    onLost: () => (wantsMp4 ? setBroken(true) : setFailed(true)),
  };
};
