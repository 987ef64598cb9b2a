import AddRounded from '@mui/icons-material/AddRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { isShown } from '@prosa/shared/messaging/content-shown.ts';
import { contentText } from '@prosa/shared/messaging/content-text.ts';
import { formatBrl } from '@prosa/shared/rules/format-brl.ts';
import { PIX_KEY_TYPES } from '@prosa/shared/rules/pix-key.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useController, useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../components/form-dialog.tsx';
import { FormSelect, FormText } from '../../../../components/form-fields.tsx';
import { IconAction } from '../../../../components/icon-action.tsx';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { queryClient } from '../../../../lib/api/query.ts';
import { useIsPhone } from '../../../../lib/screen/use-is-phone.ts';
import { radius } from '../../../../theme/tokens.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import { connectionList } from '../../../directory/connection-list.ts';
import { uploadFile } from '../../../files/upload-file.ts';
import { putMessages } from '../../apply-message-event.ts';
import { useClientId, useSendFailure } from '../../hooks/use-sending.ts';
import {
  centsOf,
  contentOf,
  EMPTY_FIELDS,
  EMPTY_ROW,
  EMPTY_SECTION,
  INTERACTIVE_TYPES,
  type InteractiveFields,
  type InteractiveType,
  interactiveFormSchema,
  sendInteractive,
} from '../../interactive-form.ts';
import { InteractiveCard } from '../message/interactive-card.tsx';
import { MessageText } from '../message/message-text.tsx';
import { PictureChoice } from './picture-choice.tsx';

const STACK = { display: 'flex', flexDirection: 'column', gap: 3 } as const;
const PREVIEW_PX = 280;

const isType = (value: unknown): value is InteractiveType => INTERACTIVE_TYPES.some((type) => type === value);

const TypeTabs = () => {
  const { t } = useTranslation('messages');
  const { field } = useController<InteractiveFields, 'type'>({ name: 'type' });
  const { clearErrors } = useFormContext<InteractiveFields>();
  const choose = (type: InteractiveType) => {
    // What one type needs another may do without.
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

const Rows = ({ name }: { name: `sections.${number}` }) => {
  const { t } = useTranslation('messages');
  const { fields, append, remove } = useFieldArray<InteractiveFields, `sections.${number}.rows`>({
    name: `${name}.rows`,
  });
  return (
    <Box sx={{ ...STACK, alignItems: 'flex-start' }}>
      {fields.map((field, index) => (
        <Box key={field.id} sx={{ display: 'flex', gap: 2, alignItems: 'flex-start', width: '100%' }}>
          <FormText
            name={`${name}.rows.${index}.title`}
            label={t('interactive.row', { number: index + 1 })}
            required
          />
          <FormText name={`${name}.rows.${index}.description`} label={t('interactive.rowDescription')} />
          <IconAction
            label={t('interactive.removeRow', { number: index + 1 })}
            icon={<DeleteOutlineRounded />}
            disabled={fields.length === 1}
            onClick={() => remove(index)}
            sx={{ marginTop: 6 }}
          />
        </Box>
      ))}
      <Button size="small" startIcon={<AddRounded />} onClick={() => append({ ...EMPTY_ROW })}>
        {t('interactive.addRow')}
      </Button>
    </Box>
  );
};

const Sections = () => {
  const { t } = useTranslation('messages');
  const { fields, append, remove } = useFieldArray<InteractiveFields, 'sections'>({ name: 'sections' });
  return (
    <Box sx={{ ...STACK, alignItems: 'flex-start' }}>
      {fields.map((field, index) => (
        <Box
          key={field.id}
          sx={{
            ...STACK,
            width: '100%',
            padding: 3,
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: `${radius.card}px`,
          }}
        >
          <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
            <FormText name={`sections.${index}.title`} label={t('interactive.section')} />
            {fields.length > 1 && (
              <IconAction
                label={t('interactive.removeSection', { number: index + 1 })}
                icon={<DeleteOutlineRounded />}
                onClick={() => remove(index)}
                sx={{ marginTop: 6 }}
              />
            )}
          </Box>
          <Rows name={`sections.${index}`} />
        </Box>
      ))}
      <Button
        size="small"
        startIcon={<AddRounded />}
        onClick={() => append({ ...EMPTY_SECTION, rows: [{ ...EMPTY_ROW }] })}
      >
        {t('interactive.addSection')}
      </Button>
    </Box>
  );
};

const PixFields = () => {
  const { t } = useTranslation('messages');
  return (
    <>
      <FormText name="merchantName" label={t('interactive.merchant')} required />
      <FormText
        name="amount"
        label={t('interactive.amount')}
        required
        inputMode="numeric"
        clean={(text) => (centsOf(text) === 0 ? '' : formatBrl(centsOf(text)))}
      />
      <FormSelect
        name="keyType"
        label={t('interactive.keyTypeLabel')}
        required
        choices={PIX_KEY_TYPES.map((type) => ({ value: type, label: t(`interactive.keyType.${type}`) }))}
      />
      <FormText name="pixKey" label={t('interactive.pixKey')} required />
    </>
  );
};

/** The fields of the chosen type, below those that all have. */
const TypeFields = () => {
  const { t } = useTranslation('messages');
  const type = useFormContext<InteractiveFields>().watch('type');
  switch (type) {
    case 'list':
      return <Sections />;
    case 'url':
      return <FormText name="url" label={t('interactive.url')} type="url" inputMode="url" required />;
    case 'copy':
      return <FormText name="code" label={t('interactive.code')} required />;
    case 'call':
      return <FormText name="number" label={t('interactive.number')} type="tel" inputMode="tel" required />;
    case 'pix':
      return <PixFields />;
  }
};

/** What the customer will see: the card where its channel shows such, its text where it does not. */
const Preview = ({ ticket, picture }: { ticket: TicketView; picture: File | null }) => {
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
      sx={{ ...STACK, gap: 2, position: 'sticky', top: 0 }}
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

/** Uploads a picture once: a request that is made again names the same key. */
const usePictureKey = () => {
  const known = useRef<{ file: File; key: string } | null>(null);
  return async (file: File): Promise<string> => {
    if (known.current?.file !== file)
      known.current = { file, key: await uploadFile(file, new AbortController().signal, () => undefined) };
    return known.current.key;
  };
};

const Fields = ({
  picture,
  onPicture,
}: {
  picture: File | null;
  onPicture: (picture: File | null) => void;
}) => {
  const { t } = useTranslation('messages');
  const type = useFormContext<InteractiveFields>().watch('type');
  const hasPicture = type !== 'list' && type !== 'pix';
  return (
    <>
      <FormText name="title" label={t('interactive.title')} required={type === 'list'} autoFocus />
      {type !== 'pix' && (
        <FormText
          name="text"
          label={t(type === 'list' ? 'interactive.text' : 'interactive.description')}
          multiline
          minRows={2}
          maxRows={6}
        />
      )}
      <TypeFields />
      {type !== 'pix' && (
        <FormText name="buttonText" label={t('interactive.buttonText')} help={t('interactive.buttonHelp')} />
      )}
      {hasPicture && <PictureChoice picture={picture} onChange={onPicture} />}
    </>
  );
};

/** Composes a message with something to press: a menu, a link, a code, a number to call or a payment. */
const InteractiveDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation(['messages', 'common']);
  const phone = useIsPhone();
  const schema = useMemo(() => interactiveFormSchema(t), [t]);
  const [picture, setPicture] = useState<File | null>(null);
  const pictureKey = usePictureKey();
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
        <Box sx={{ ...STACK, flex: 3, minWidth: 0, gap: 4 }}>
          <Fields picture={picture} onPicture={setPicture} />
        </Box>
        <Box sx={{ flex: 2, minWidth: 0 }}>
          <Preview ticket={ticket} picture={picture} />
        </Box>
      </Box>
    </FormDialog>
  );
};

export default InteractiveDialog;
