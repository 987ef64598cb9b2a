import type { BodyInput, ResponseOf } from '@prosa/shared/contracts/route.ts';
import { TRY_OUT_STEPS_MAX, tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { routeQuery } from '../../lib/api/query.ts';
import { DEBOUNCE_MS } from '../../lib/screen/use-debounced.ts';

type Asked = BodyInput<typeof tryOutRoutes.tryOut>;
export type Step = NonNullable<Asked['script']>[number];
export type Outcome = ResponseOf<typeof tryOutRoutes.tryOut>;
/** The connection or queue being tried out, with the form's values. */
export type TryOutDraft = Pick<
  Asked,
  'connectionId' | 'connection' | 'channel' | 'queueId' | 'queue' | 'chatbots'
>;
/**
 * Makes a draft from the form's values; undefined while some are invalid. Must be stable while the form edits the
 * same item.
 */
export type DraftOf = (values: unknown) => TryOutDraft | undefined;

/** Returns the form's draft, debounced. While the try-out is open, errors are shown at their fields. */
const useDraft = (draftOf: DraftOf): TryOutDraft | undefined => {
  const values: unknown = useWatch();
  const { trigger } = useFormContext();
  const fresh = useMemo(() => draftOf(values), [draftOf, values]);
  const [draft, setDraft] = useState(fresh);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDraft(fresh);
      void trigger();
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [fresh, trigger]);
  return draft;
};

/** Returns a simulated conversation, which the server replays after each step and each change of the draft. */
export const useTryOut = (draftOf: DraftOf) => {
  const draft = useDraft(draftOf);
  const [startsAt, setStartsAt] = useState(() => new Date().toISOString());
  const [online, setOnline] = useState(true);
  const [script, setScript] = useState<readonly Step[]>([]);
  const { data, error, isFetching } = useQuery({
    ...routeQuery(tryOutRoutes.tryOut, { body: { ...draft, startsAt, online, script: [...script] } }),
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return {
    isSound: draft !== undefined,
    isFull: script.length >= TRY_OUT_STEPS_MAX,
    outcome: data,
    error,
    isFetching,
    startsAt,
    setStartsAt,
    online,
    setOnline,
    take: (step: Step) => setScript((taken) => [...taken, step].slice(0, TRY_OUT_STEPS_MAX)),
    restart: () => {
      setScript([]);
      setStartsAt(new Date().toISOString());
    },
  };
};
