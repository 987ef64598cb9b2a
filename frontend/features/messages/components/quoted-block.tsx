import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { useTranslation } from 'react-i18next';
import { truncate } from '../../../lib/format.ts';
import { radius } from '../../../theme/tokens.ts';
import { previewText } from '../../tickets/preview-text.ts';
import { summaryOf } from '../message-summary.ts';

const PREVIEW_CHARS = 160;

interface QuotedBlockProps {
  quoted: NonNullable<MessageView['quotedMsg']>;
  onOpen?: () => void;
}

/** The message that another answers. */
export const QuotedBlock = ({ quoted, onOpen }: QuotedBlockProps) => {
  const { t } = useTranslation('messages');
  const content = (
    <Box
      sx={{
        width: '100%',
        textAlign: 'left',
        paddingInline: 3,
        paddingBlock: 1,
        borderInlineStart: '3px solid',
        borderColor: 'primary.main',
        borderRadius: `${radius.tail}px`,
        bgcolor: 'action.hover',
      }}
    >
      <Typography
        variant="caption"
        component="p"
        sx={{ color: 'primary.text', fontWeight: 'fontWeightMedium' }}
      >
        {quoted.fromMe ? t('you') : quoted.contact.name}
      </Typography>
      <Typography variant="body2" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {truncate(previewText(summaryOf(quoted, (kind) => t(`kind.${kind}`))), PREVIEW_CHARS)}
      </Typography>
    </Box>
  );
  return onOpen === undefined ? (
    content
  ) : (
    <ButtonBase onClick={onOpen} sx={{ width: '100%', borderRadius: `${radius.tail}px` }}>
      {content}
    </ButtonBase>
  );
};
