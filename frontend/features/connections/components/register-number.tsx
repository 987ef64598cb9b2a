import Button from '@mui/material/Button';
import { channelLinkRoutes, registerInput } from '@prosa/shared/contracts/channel-links.ts';
import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormText } from '../../../components/form-fields.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { refetchConnections } from '../../directory/connection-list.ts';

interface RegisterDialogProps {
  connection: ConnectionView;
  onClose: () => void;
  /** Called when the number is registered. */
  onDone: () => void;
}

/** Registers a linked number with its PIN. */
export const RegisterDialog = ({ connection, onClose, onDone }: RegisterDialogProps) => {
  const { t } = useTranslation('connections');
  return (
    <FormDialog
      open
      width="narrow"
      title={t('link.register.title', { name: connection.name })}
      schema={registerInput}
      defaultValues={{ pin: '' }}
      submitLabel={t('link.register.submit')}
      notice={t('link.register.how')}
      onClose={onClose}
      onSubmit={async (body) => {
        await call(channelLinkRoutes.register, { params: { id: connection.id }, body });
        await refetchConnections();
        notifySuccess(t('link.register.done'));
        onDone();
      }}
    >
      <FormText
        name="pin"
        label={t('link.register.pin')}
        help={t('link.register.pinHelp')}
        required
        autoFocus
        inputMode="numeric"
        autoComplete="off"
      />
    </FormDialog>
  );
};

/** Opens the dialog that registers a number. */
export const RegisterNumber = ({ connection }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setIsOpen(true)}>
        {t('link.register.action')}
      </Button>
      {isOpen && <RegisterDialog connection={connection} onClose={close} onDone={close} />}
    </>
  );
};
