import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { isShown } from '@prosa/shared/messaging/content-shown.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { radius } from '../../../../theme/tokens.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { connectionList } from '../../../directory/connection-list.ts';
import { contentOf, type InteractiveFields } from '../../interactive-form.ts';
import { InteractiveCard } from '../message/interactive-card.tsx';
import { MessageText } from '../message/message-text.tsx';

const PREVIEW_PX = 280;

/** Shows what the customer will see: the card if the channel supports it, otherwise its text. */
export const InteractivePreview = ({ ticket, picture }: { ticket: TicketView; picture: File | null }) => {
  const { t } = useTranslation('messages');
  const { language } = useUser().company.companieSettings;
  const fields = useFormContext<InteractiveFields>().watch();
  const { data: shows } = useQuery({
    ...connectionList,
    select: (connections) => connections.find(({ id }) => id === ticket.whatsappId)?.shows,
  });
  const url = useMemo(() => (picture === null ? null : URL.createObjectURL(picture)), [picture]);
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url]);
  const content = contentOf(fields, CUSTOMER_TEXTS[language].button);
  const text = contentText(content);
  const isCard = shows !== undefined && isShown(content, shows);
  return (
    <Box
      component="section"
      aria-label={t('interactive.preview')}
      sx={{ display: 'flex', flexDirection: 'column', gap: 2, position: 'sticky', top: 0 }}
    >
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t(isCard ? 'interactive.asCard' : 'interactive.asText')}
      </Typography>
      <Box
        sx={{
          alignSelf: 'flex-start',
          maxWidth: '100%',
          paddingInline: 3,
          paddingBlock: 2,
          borderRadius: `${radius.bubble}px`,
          bgcolor: 'bubble.own',
          color: 'text.primary',
        }}
      >
        {url !== null && (
          <img
            src={url}
            alt=""
            style={{
              display: 'block',
              maxWidth: PREVIEW_PX,
              maxHeight: PREVIEW_PX,
              borderRadius: radius.card,
            }}
          />
        )}
        {isCard ? (
          <>
            <VisuallyHidden>{text}</VisuallyHidden>
            <div inert>
              <InteractiveCard content={content} />
            </div>
          </>
        ) : (
          <Typography component="div" variant="message">
            <MessageText text={text} />
          </Typography>
        )}
      </Box>
    </Box>
  );
};
