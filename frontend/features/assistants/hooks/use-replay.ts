import { assistantReplayRoutes, type PastExchangeView } from '@prosa/shared/contracts/assistant-replays.ts';
import { type AssistantView, assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { notifyError } from '../../../lib/screen/notify.ts';

export type Replayed = ResponseOf<typeof assistantReplayRoutes.replay>;

/** Questions that are asked at the same time, so that a provider does not refuse them. */
const AT_ONCE = 2;

const { body: draftBody } = assistantRoutes.create;

/**
 * Asks an assistant about past conversations, one after the other. An error of the server stops it; it goes on with
 * those without an answer.
 */
export const useReplay = (assistant: AssistantView | undefined, exchanges: readonly PastExchangeView[]) => {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Replayed>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController>(null);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setIsRunning(false);
  }, []);
  useEffect(() => stop, [stop]);

  const start = async (): Promise<void> => {
    if (assistant === undefined || running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    setIsRunning(true);
    const waiting = exchanges.filter(({ messageId }) => !answers.has(messageId));
    const askAll = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { ticketId, messageId } = next;
        const answer = await call(assistantReplayRoutes.replay, {
          // The view has '' for the keys, so the stored ones are used.
          body: { ...draftBody.strip().parse(assistant), id: assistant.id, ticketId, messageId },
          signal: controller.signal,
        });
        if (controller.signal.aborted) return;
        setAnswers((before) => new Map([...before, [messageId, answer]]));
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, askAll));
    } catch (error) {
      if (!controller.signal.aborted) notifyError(error);
    } finally {
      if (running.current === controller) stop();
    }
  };
  return { answers, isRunning, start: () => void start(), stop };
};
