import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { usePagedRows } from '../../../../lib/api/use-paged-rows.ts';
import { formatWhen } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { DrawerRows } from '../../../contacts/components/drawer-rows.tsx';
import { MessageMedia, Picture } from '../message/message-media.tsx';

const isPicture = ({ mediaType }: MessageView): boolean => mediaType === 'image';

/** Shows a conversation's files, newest first: pictures side by side, other files below as in the conversation. */
const ConversationFiles = ({ uuid }: { uuid: string }) => {
  const { t } = useTranslation('contacts');
  const list = usePagedRows(
    messageRoutes.files,
    { params: { ticketUuid: uuid } },
    ({ messages }) => messages,
    { staleTime: 0 },
  );
  return (
    <DrawerRows list={list} empty={t('files.none')}>
      {(rows) => (
        <>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 1 }}>
            {rows.filter(isPicture).map((message) => (
              <Picture key={message.id} message={message} isSmall />
            ))}
          </Box>
          {rows
            .filter((message) => !isPicture(message))
            .map((message) => (
              <Box key={message.id} sx={{ minWidth: 0 }}>
                <MessageMedia message={message} />
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  {formatWhen(message.createdAt)}
                </Typography>
              </Box>
            ))}
        </>
      )}
    </DrawerRows>
  );
};

export default ConversationFiles;
