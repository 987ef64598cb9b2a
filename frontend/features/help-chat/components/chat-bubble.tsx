import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { useIsPhone } from '../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import type { ChatMessage } from '../chat-store.ts';

interface ChatBubbleProps {
  text: string;
  isOwn?: boolean;
  sources?: ChatMessage['sources'];
  /** Called when the user follows a link on a phone, where the chat covers the screen. */
  onLeave?: () => void;
}

/** A message of the help chat, with links to the helps that fit. */
export const ChatBubble = ({ text, isOwn = false, sources = [], onLeave }: ChatBubbleProps) => {
  const { t } = useTranslation('help-chat');
  const phone = useIsPhone();
  return (
    <Box
      sx={{
        alignSelf: isOwn ? 'flex-end' : 'flex-start',
        maxWidth: '88%',
        paddingInline: 3,
        paddingBlock: 2,
        borderRadius: `${radius.bubble}px`,
        bgcolor: isOwn ? 'bubble.own' : 'background.default',
      }}
    >
      <Typography variant="message" component="p" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {sources.length > 0 && (
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary', paddingTop: 1 }}>
          {t('sources')}
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 4 }}>
            {sources.map(({ helpId, title }) => (
              <li key={helpId}>
                <Link
                  component={RouterLink}
                  to={paths.help(helpId)}
                  onClick={phone ? onLeave : undefined}
                  sx={{ overflowWrap: 'anywhere' }}
                >
                  {title}
                </Link>
              </li>
            ))}
          </Box>
        </Typography>
      )}
    </Box>
  );
};
