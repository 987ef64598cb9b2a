import type { LocalAnswer, LocalCall } from './local-role.ts';

/** A service of the local stack: answers a call, or returns undefined to send it to the address. */
export type LocalService = (call: LocalCall) => LocalAnswer | Promise<LocalAnswer> | undefined;

const services = new Map<string, LocalService>();

/**
 * Lets this process answer calls to a loopback address that it serves itself, without HTTP. Other processes, and
 * calls that the service does not answer, still go there over HTTP.
 * @returns removes the service
 */
export const serveInside = (endpoint: string, service: LocalService): (() => void) => {
  services.set(endpoint, service);
  return () => void services.delete(endpoint);
};

/** The SDK's step next to the transport, after `holdToRole`. */
export const AT_TRANSPORT = { step: 'deserialize', priority: 'low', name: 'answerInside' } as const;

/** Answers calls to services that this process serves itself, and sends the rest. */
export const answerInside =
  (endpoint: string) =>
  <C extends { input: object }, A>(
    send: (call: C) => Promise<A>,
    { commandName = '' }: { commandName?: string },
  ): ((call: C) => Promise<A | { response: LocalAnswer }>) =>
  async (call) => {
    const answering = services.get(endpoint)?.({ command: commandName, input: call.input });
    return answering === undefined ? send(call) : { response: await answering };
  };
