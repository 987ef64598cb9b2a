import { connectionDispatcher, type Downloads } from '../socket/proxy-agent.ts';

/** What the downloads of a connection without a proxy go over. */
export const directly = (): Downloads => connectionDispatcher(async () => undefined);
