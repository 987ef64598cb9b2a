import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { connectionList } from '../directory/connection-list.ts';

/** Returns the connection that the form's message is sent over; undefined if there is none, or while unknown. */
export const useChosenConnection = () => {
  const connectionId: unknown = useWatch({ name: 'whatsappId' });
  const { data: connections = [] } = useQuery(connectionList);
  return connections.find(({ id, isDefault }) =>
    typeof connectionId === 'number' ? id === connectionId : isDefault,
  );
};
