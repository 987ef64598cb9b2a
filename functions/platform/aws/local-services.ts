import type { LocalAnswer, LocalCall } from './local-role.ts';

/** A service of the local stack: answers a call, or leaves it to the address (undefined). */
export type LocalService = (call: LocalCall) => LocalAnswer | undefined;

const services = new Map<string, LocalService>();

/**
 * Has calls to a loopback address answered inside this process, which serves that address itself. Other processes, and calls
 * that the service leaves, go there over HTTP.
 * @returns takes it back
 */
export const serveInside = (endpoint: string, service: LocalService): (() => void) => {
  services.set(endpoint, service);
  return () => void services.delete(endpoint);
};

/** The SDK's place next to the transport, behind `holdToRole`. */
export const AT_TRANSPORT = { step: 'deserialize', priority: 'low', name: 'answerInside' } as const;

/** Answers what this process serves itself, and sends the rest. */
export const answerInside =
  (endpoint: string) =>
  <C extends { input: object }, A>(
    send: (call: C) => Promise<A>,
    { commandName = '' }: { commandName?: string },
  ): ((call: C) => Promise<A | { response: LocalAnswer }>) =>
  async (call) => {
    const response = services.get(endpoint)?.({ command: commandName, input: call.input });
    return response === undefined ? send(call) : { response };
  };
