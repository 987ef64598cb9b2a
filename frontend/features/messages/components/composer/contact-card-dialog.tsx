import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { ResponsiveDialog } from '../../../../components/responsive-dialog.tsx';
import { useTranslation } from '../../../../lib/texts/use-translation.ts';
import { ContactPicker, type PickableContact } from '../../../contacts/components/contact-picker.tsx';

interface ContactCardDialogProps {
  onPick: (contact: PickableContact) => void;
  onClose: () => void;
}

/** The dialog for choosing a contact whose card is sent. */
const ContactCardDialog = ({ onPick, onClose }: ContactCardDialogProps) => {
  const { t } = useTranslation('messages');
  const titleId = useId();
  const [picked, setPicked] = useState<PickableContact | null>(null);
  return (
    <ResponsiveDialog open onClose={onClose} labelledBy={titleId} width="narrow">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (picked !== null) onPick(picked);
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>{t('card.title')}</DialogTitle>
        <DialogContent>
          <ContactPicker label={t('card.contact')} value={picked} onChange={setPicked} autoFocus />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('attach.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={picked === null}>
            {t('card.send')}
          </Button>
        </DialogActions>
      </form>
    </ResponsiveDialog>
  );
};

export default ContactCardDialog;
