import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { useMemo, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { queryClient } from '../../../../lib/api/query.ts';
import { useIsPhone } from '../../../../lib/screen/use-is-phone.ts';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { putMessages } from '../../apply-message-event.ts';
import { useClientId, useSendFailure, useUploadedKey } from '../../hooks/use-sending.ts';
import {
  EMPTY_FIELDS,
  INTERACTIVE_TYPES,
  type InteractiveFields,
  type InteractiveType,
  interactiveFormSchema,
  sendInteractive,
} from '../../interactive-form.ts';
import { InteractiveFieldset } from './interactive-fields.tsx';
import { InteractivePreview } from './interactive-preview.tsx';

const isType = (value: unknown): value is InteractiveType => INTERACTIVE_TYPES.some((type) => type === value);

const TypeTabs = () => {
  const { t } = useTranslation('messages');
  const { field } = useController<InteractiveFields, 'type'>({ name: 'type' });
  const { clearErrors } = useFormContext<InteractiveFields>();
  const choose = (type: InteractiveType) => {
    // Errors of one type's fields do not apply to another type.
    clearErrors();
    field.onChange(type);
  };
  return (
    <Tabs
      value={field.value}
      onChange={(_event, value: unknown) => isType(value) && choose(value)}
      variant="scrollable"
      aria-label={t('interactive.types')}
      sx={{ flexShrink: 0 }}
    >
      {INTERACTIVE_TYPES.map((type) => (
        <Tab key={type} value={type} label={t(`interactive.type.${type}`)} />
      ))}
    </Tabs>
  );
};

/** The dialog for a message with interactive elements: a menu, a link, a code, a phone number or a payment. */
const InteractiveDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation(['messages', 'common']);
  const phone = useIsPhone();
  const schema = useMemo(() => interactiveFormSchema(t), [t]);
  const [picture, setPicture] = useState<File | null>(null);
  const pictureKey = useUploadedKey();
  const clientIdOf = useClientId();
  const failureText = useSendFailure();
  return (
    <FormDialog
      open
      width="wide"
      title={t('interactive.dialog')}
      schema={schema}
      submitLabel={t('interactive.send')}
      defaultValues={EMPTY_FIELDS}
      failureText={failureText}
      onClose={onClose}
      onSubmit={async (fields) => {
        const hasPicture = fields.type !== 'list' && fields.type !== 'pix';
        const image = hasPicture && picture !== null ? await pictureKey(picture) : null;
        const clientId = clientIdOf([fields, image]);
        putMessages(queryClient, (await sendInteractive(ticket.id, clientId, fields, image)).messages);
        onClose();
      }}
    >
      <TypeTabs />
      <Box sx={{ display: 'flex', flexDirection: phone ? 'column' : 'row', gap: 6, alignItems: 'stretch' }}>
        <Box sx={{ display: 'flex', flexDirection: 'column', flex: 3, minWidth: 0, gap: 4 }}>
          <InteractiveFieldset picture={picture} onPicture={setPicture} />
        </Box>
        <Box sx={{ flex: 2, minWidth: 0 }}>
          <InteractivePreview ticket={ticket} picture={picture} />
        </Box>
      </Box>
    </FormDialog>
  );
};

export default InteractiveDialog;
