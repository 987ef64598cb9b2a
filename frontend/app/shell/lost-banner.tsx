import { useEffect, useState } from 'react';
import { type Loss, lossOf } from '../../lib/live/loss.ts';
import { useRealtimeState } from '../../lib/live/use-realtime.ts';
import { useOnline } from '../../lib/screen/use-online.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { NoticeLine } from './notice-line.tsx';

/** Shows a thin line while the network or the WebSocket connection is lost: what is shown may be outdated. */
export const LostBanner = () => {
  const { t } = useTranslation('shell');
  const { loss = null, afterMs = 0 } = lossOf(useOnline(), useRealtimeState()) ?? {};
  const [shown, setShown] = useState<Loss | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(loss), afterMs);
    return () => clearTimeout(timer);
  }, [loss, afterMs]);
  return <NoticeLine text={shown === null ? null : t(shown)} />;
};
