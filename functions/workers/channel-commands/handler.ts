import { handleCommands } from '../../channels/commands/handle-commands.ts';

/** Worker of the queue `channel-commands`: commands of people to the providers. */
export const handler = handleCommands('channel-commands');
