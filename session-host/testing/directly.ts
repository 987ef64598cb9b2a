import { connectionDispatcher, type Downloads } from '../socket/proxy-agent.ts';

/** Returns the dispatcher for downloads of a connection without a proxy. */
export const directly = (): Downloads => connectionDispatcher(async () => undefined);
