/** Between two messages: a burst looks like a machine to WhatsApp, and reads badly. */
export const FORWARD_PAUSE_MS = 900;

/** How far messages were sent on. Kept while the person tries: what was sent is not sent again. */
export interface ForwardProgress {
  /** The id of each request; a repeated one, after an answer that was lost, makes no second message. */
  readonly clientIds: Map<string, string>;
  readonly sent: Set<string>;
}
export const newForwardProgress = (): ForwardProgress => ({ clientIds: new Map(), sent: new Set() });

const keyOf = (messageId: string, contactId: number): string => `${contactId}:${messageId}`;

/** How many of these messages a contact was sent. */
export const countForwarded = (
  messageIds: readonly string[],
  contactId: number,
  { sent }: ForwardProgress,
): number => messageIds.filter((id) => sent.has(keyOf(id, contactId))).length;

/** Waits. @throws the signal's reason, at once, when it is aborted */
const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Sends messages on one after the other, in the order given, each when the one before has been taken. Stops at the
 * first that fails; called again with the same progress, it goes on there.
 * @param forward sends one
 * @param onSent called with the number sent so far
 * @throws what `forward` throws, or the signal's reason
 */
export const forwardMessages = async (
  messageIds: readonly string[],
  contactId: number,
  progress: ForwardProgress,
  ports: {
    forward: (request: { messageId: string; contactId: number; clientId: string }) => Promise<unknown>;
    onSent: (count: number) => void;
    signal: AbortSignal;
  },
): Promise<void> => {
  const waiting = messageIds.filter((id) => !progress.sent.has(keyOf(id, contactId)));
  for (const [index, messageId] of waiting.entries()) {
    ports.signal.throwIfAborted();
    if (index > 0) await pauseFor(FORWARD_PAUSE_MS, ports.signal);
    const key = keyOf(messageId, contactId);
    const clientId = progress.clientIds.get(key) ?? crypto.randomUUID();
    progress.clientIds.set(key, clientId);
    await ports.forward({ messageId, contactId, clientId });
    progress.sent.add(key);
    ports.onSent(countForwarded(messageIds, contactId, progress));
  }
};
