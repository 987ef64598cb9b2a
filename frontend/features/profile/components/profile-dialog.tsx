import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormPassword, FormSwitch, FormText } from '../../../components/form-fields.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { notifySuccess } from '../../../lib/screen/notify.ts';
import { replaceUser, sessionStore } from '../../../lib/session/session-store.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { CurrentPasswordField } from '../../users/components/current-password-field.tsx';
import { PictureField } from '../../users/components/picture-field.tsx';
import { type PictureChange, savePicture } from '../../users/picture-change.ts';

const body = userRoutes.update.body.shape;
const schema = z.object({
  name: body.name.unwrap(),
  email: body.email.unwrap(),
  password: z.union([z.literal(''), body.password.unwrap()]),
  currentPassword: z.union([z.literal(''), body.currentPassword.unwrap()]),
  farewellMessage: body.farewellMessage.unwrap(),
  openNextTicket: body.openNextTicket.unwrap(),
  picture: z.custom<PictureChange>(),
});

/**
 * The dialog for the user's own picture, name, e-mail, password, farewell message and way of working. An empty password
 * keeps the current one.
 */
export const ProfileDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profile-dialog');
  const user = useUser();
  return (
    <FormDialog
      open
      title={t('edit')}
      schema={schema}
      submitLabel={t('save')}
      defaultValues={{
        name: user.name,
        email: user.email,
        password: '',
        currentPassword: '',
        farewellMessage: user.farewellMessage,
        openNextTicket: user.openNextTicket,
        picture: 'keep',
      }}
      onClose={onClose}
      onSubmit={async ({ password, currentPassword, picture, ...values }) => {
        const saved = await call(userRoutes.update, {
          params: { id: user.id },
          body: {
            ...values,
            ...(password === '' ? {} : { password }),
            ...(currentPassword === '' ? {} : { currentPassword }),
          },
        });
        const pictured = await savePicture(user.id, picture);
        const { user: present } = sessionStore.getState();
        if (present !== null)
          replaceUser({
            ...present,
            name: saved.name,
            email: saved.email,
            farewellMessage: saved.farewellMessage,
            openNextTicket: saved.openNextTicket,
            profileImage: (pictured ?? saved).profileImage,
          });
        notifySuccess(t('saved'));
        onClose();
      }}
    >
      <PictureField current={user.profileImage} />
      <FormText name="name" label={t('name')} required autoComplete="name" />
      <FormText
        name="email"
        label={t('email')}
        required
        type="email"
        autoComplete="email"
        clean={(text) => text.trim().toLowerCase()}
      />
      <FormPassword
        name="password"
        label={t('newPassword')}
        autoComplete="new-password"
        help={t('newPasswordHelp')}
      />
      <CurrentPasswordField email={user.email} />
      <FormTemplate
        name="farewellMessage"
        label={t('farewell')}
        help={t('farewellHelp')}
        maxChars={TEXT_MAX}
        variables={FIELD_VARIABLES.user.farewellMessage}
      />
      <FormSwitch name="openNextTicket" label={t('openNext')} help={t('openNextHelp')} />
    </FormDialog>
  );
};
