import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import { WEBHOOK_EVENTS, type WebhookEventType } from '@prosa/shared/entities/webhook-endpoint.ts';
import { WEBHOOK_EXAMPLES } from '@prosa/shared/webhooks/webhook-event.ts';
import { useState } from 'react';
import { SelectField } from '../../../components/select-field.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { radius } from '../../../theme/tokens.ts';
import { CODE_BOX, CodeText } from './code-text.tsx';

const EXAMPLE_AT = '2026-11-26T09:40:00.000Z';

/** An example of the body of each event. */
export const EventBodies = () => {
  const { t } = useTranslation('messages-api');
  const [shown, setShown] = useState<WebhookEventType>('message.received');
  const body = {
    id: `${shown}.1`,
    type: shown,
    timestamp: EXAMPLE_AT,
    companyId: 1,
    data: WEBHOOK_EXAMPLES[shown],
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <SelectField
        label={t('docs.webhooks.event')}
        value={shown}
        onChange={(event) =>
          setShown(WEBHOOK_EVENTS.find((each) => each === event.target.value) ?? 'message.received')
        }
      >
        {WEBHOOK_EVENTS.map((event) => (
          <MenuItem key={event} value={event}>
            {t(`event.${event}.name`)}
          </MenuItem>
        ))}
      </SelectField>
      <Box sx={{ ...CODE_BOX, borderRadius: `${radius.card}px` }}>
        <CodeText text={JSON.stringify(body, null, 2)} />
      </Box>
    </Box>
  );
};
