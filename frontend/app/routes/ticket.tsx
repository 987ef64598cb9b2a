import { useParams } from 'react-router';
import { ConversationPane } from '../../features/messages/components/conversation-pane.tsx';

export const Component = () => {
  const { uuid = '' } = useParams();
  return <ConversationPane key={uuid} uuid={uuid} />;
};
