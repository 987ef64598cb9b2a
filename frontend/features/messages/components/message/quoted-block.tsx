import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import { FreshImage } from '../../../../components/media/fresh-image.tsx';
import { truncate } from '../../../../lib/texts/format.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { radius } from '../../../../theme/tokens.ts';
import { previewText } from '../../../tickets/preview-text.ts';
import { summaryOf } from '../../message-summary.ts';

const PREVIEW_CHARS = 160;
const PICTURE_PX = 48;
const PICTURED: ReadonlySet<string> = new Set(['image', 'stickerMessage']);

interface QuotedBlockProps {
  quoted: NonNullable<MessageView['quotedMsg']>;
  onOpen?: () => void;
}

/** The quoted message above a reply. */
export const QuotedBlock = ({ quoted, onOpen }: QuotedBlockProps) => {
  const { t } = useTranslation('messages');
  const picture = !PICTURED.has(quoted.mediaType) ? null : quoted.mediaUrl;
  const content = (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        justifyContent: 'space-between',
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
      <Box sx={{ minWidth: 0 }}>
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
      {picture !== null && (
        <FreshImage
          src={picture}
          alt=""
          width={PICTURE_PX}
          height={PICTURE_PX}
          style={{ objectFit: 'cover', borderRadius: radius.tail, flexShrink: 0 }}
        />
      )}
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
