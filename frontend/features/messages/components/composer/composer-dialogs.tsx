import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';
import { Suspense } from 'react';
import { lazyPart } from '../../../../lib/screen/lazy-part.ts';
import { withTexts } from '../../../../lib/texts/with-texts.ts';
import { useUser } from '../../../auth/hooks/use-user.ts';
import type { ComposerAction, ComposerState } from '../../composer-state.ts';
import { sendMessage } from '../../pending-messages.ts';

const CameraDialog = lazyPart(() => import('./camera-dialog.tsx'));
const AttachmentDialog = lazyPart(() => import('./attachment-dialog.tsx'));
const ContactCardDialog = lazyPart(() => import('./contact-card-dialog.tsx'));
const LocationDialog = lazyPart(() => import('./location-dialog.tsx'));
const InteractiveDialog = lazyPart(() => import('./interactive-dialog.tsx'));
const SendTemplateDialog = lazyPart(() => withTexts(import('./send-template-dialog.tsx'), 'template-picker'));

interface ComposerDialogsProps {
  ticket: TicketView;
  can: ChannelAbilities | undefined;
  state: ComposerState;
  dispatch: (action: ComposerAction) => void;
  /** Called when files are sent, with the caption that they had when the preview opened. */
  onCaptionSent: (caption: string) => void;
}

/** Dialogs for message content besides text: files, a photo, a contact, a location, buttons, lists and templates. */
export const ComposerDialogs = ({ ticket, can, state, dispatch, onCaptionSent }: ComposerDialogsProps) => {
  const { id: userId } = useUser();
  const { attachment, dialog } = state;
  const close = () => dispatch({ type: 'closeDialog' });
  return (
    <Suspense fallback={null}>
      {attachment !== null && (
        <AttachmentDialog
          files={attachment.files}
          caption={attachment.caption}
          can={can}
          onClose={() => dispatch({ type: 'endAttaching' })}
          onSend={(captioned) => {
            onCaptionSent(attachment.caption);
            dispatch({ type: 'endAttaching' });
            for (const { file, caption: body } of captioned)
              sendMessage(ticket, userId, { body, file: { file, voice: false } });
          }}
        />
      )}
      {dialog === 'camera' && (
        <CameraDialog
          onClose={close}
          onPhoto={(photo) => {
            close();
            dispatch({ type: 'attach', files: [photo], caption: '' });
          }}
        />
      )}
      {dialog === 'location' && <LocationDialog ticket={ticket} onClose={close} />}
      {dialog === 'interactive' && <InteractiveDialog ticket={ticket} onClose={close} />}
      {dialog === 'template' && can !== undefined && (
        <SendTemplateDialog ticket={ticket} can={can} onClose={close} />
      )}
      {dialog === 'contact' && (
        <ContactCardDialog
          onClose={close}
          onPick={(contact) => {
            close();
            sendMessage(ticket, userId, { body: contact.name, contactId: contact.id });
          }}
        />
      )}
    </Suspense>
  );
};
