import * as z from 'zod';

/** Calls between a test and a host in a process of its own, over the channel of `fork`. */
const requestSchema = z.object({ call: z.int(), method: z.string(), args: z.array(z.unknown()) });
const responseSchema = z.object({
  answer: z.int(),
  value: z.unknown().optional(),
  error: z.string().optional(),
});

type Stored = ReturnType<typeof JSON.parse>;
interface Channel {
  send?(message: object, sent: (error: Error | null) => void): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Error codes of a write after the other side was killed, before and after its end was noticed. */
const GONE = /^(EPIPE|ECONNRESET|ERR_IPC_CHANNEL_CLOSED)$/;

/** Sends to the other side; ignores that it was killed meanwhile. */
const tell = (channel: Channel, message: object): void => {
  channel.send?.(message, (error) => {
    if (error === null) return;
    if (!('code' in error && typeof error.code === 'string' && GONE.test(error.code))) throw error;
  });
};

/** Answers the other side's calls. */
export const serve = (channel: Channel, methods: Record<string, (...args: Stored[]) => unknown>): void => {
  channel.on('message', (message) => {
    const request = requestSchema.safeParse(message);
    if (!request.success) return;
    const { call, method, args } = request.data;
    Promise.resolve()
      .then(() => methods[method]?.(...args))
      .then(
        (value) => tell(channel, { answer: call, value }),
        (error: unknown) =>
          tell(channel, { answer: call, error: error instanceof Error ? error.name : 'Error' }),
      );
  });
};

/** Calls the other side. Its errors arrive with their name. */
export const caller = (channel: Channel) => {
  const waiting = new Map<number, { resolve: (value: Stored) => void; reject: (error: Error) => void }>();
  let count = 0;
  channel.on('message', (message) => {
    const response = responseSchema.safeParse(message);
    if (!response.success) return;
    const { answer, value, error } = response.data;
    const pending = waiting.get(answer);
    waiting.delete(answer);
    if (error === undefined) pending?.resolve(value);
    else pending?.reject(Object.assign(new Error(error), { name: error }));
  });
  return (method: string, ...args: unknown[]): Promise<Stored> =>
    new Promise((resolve, reject) => {
      const call = ++count;
      waiting.set(call, { resolve, reject });
      tell(channel, { call, method, args });
    });
};
