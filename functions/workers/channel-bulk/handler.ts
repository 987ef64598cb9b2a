import { handleCommands } from '../../channels/commands/handle-commands.ts';

/** Worker of the queue `channel-bulk`: scheduled commands to the providers, which come by the thousand. */
export const handler = handleCommands('channel-bulk');
