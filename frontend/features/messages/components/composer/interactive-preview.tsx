import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { isShown } from '@prosa/shared/messaging/content-shown.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { connectionList } from '../../../directory/connection-list.ts';
import { contentOf, type InteractiveFields } from '../../interactive-form.ts';
import { MessageText } from '../message/message-text.tsx';
import { CardPreview, PreviewBubble } from './card-preview.tsx';
import { PicturePreview } from './picture-preview.tsx';

/** Shows what the customer will see: the card if the channel supports it, otherwise its text. */
export const InteractivePreview = ({ ticket, picture }: { ticket: TicketView; picture: File | null }) => {
  const { t } = useTranslation('messages');
  const { language } = useUser().company.companieSettings;
  const fields = useFormContext<InteractiveFields>().watch();
  const { data: shows } = useQuery({
    ...connectionList,
    select: (connections) => connections.find(({ id }) => id === ticket.whatsappId)?.shows,
  });
  const content = contentOf(fields, CUSTOMER_TEXTS[language].button);
  const isCard = shows !== undefined && isShown(content, shows);
  return (
    <PreviewBubble
      label={t('interactive.preview')}
      caption={t(isCard ? 'interactive.asCard' : 'interactive.asText')}
    >
      {picture !== null && <PicturePreview picture={picture} />}
      {isCard ? (
        <CardPreview content={content} />
      ) : (
        <Typography component="div" variant="message">
          <MessageText text={contentText(content)} />
        </Typography>
      )}
    </PreviewBubble>
  );
};
