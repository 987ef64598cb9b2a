import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { useQuery } from '@tanstack/react-query';
import { connectionList } from '../../directory/connection-list.ts';

/** Returns what users can do on a connection; undefined while unknown, or if the connection was deleted. */
export const useAbilities = (connectionId: number | null | undefined): ChannelAbilities | undefined =>
  useQuery({
    ...connectionList,
    meta: { silent: true },
    select: (connections) => connections.find(({ id }) => id === connectionId)?.can,
  }).data;
