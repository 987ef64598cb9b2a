import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type UserView, userRoutes } from '@prosa/shared/contracts/users.ts';
import { FIELD_VARIABLES, TEXT_MAX } from '@prosa/shared/rules/template-variables.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { FormDialog } from '../../../components/form-dialog.tsx';
import {
  FormColor,
  FormMultiSelect,
  FormPassword,
  FormSelect,
  FormSwitch,
  FormText,
} from '../../../components/form-fields.tsx';
import { FormPart } from '../../../components/form-part.tsx';
import { FormTemplate } from '../../../components/form-template.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { queryClient, routeKey } from '../../../lib/api/query.ts';
import { refreshSession } from '../../../lib/api/refresh-session.ts';
import { unusedColor } from '../../../lib/screen/colors.ts';
import { notifyError, notifySuccess } from '../../../lib/screen/notify.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { maskTime } from '../../../lib/texts/mask-time.ts';
import { useTranslation } from '../../../lib/texts/use-translation.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { connectionList } from '../../directory/connection-list.ts';
import { queueList } from '../../directory/queue-list.ts';
import { type PictureChange, savePicture } from '../picture-change.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { PictureField } from './picture-field.tsx';

const FLAGS = [
  'allTicket',
  'allowGroup',
  'allHistoric',
  'allUserChat',
  'userClosePendingTicket',
  'showDashboard',
  'allowRealTime',
  'allowConnections',
  'allowSharedItems',
] as const;
type Section = 'general' | 'permissions';

const picture = z.custom<PictureChange>();
const createBody = userRoutes.create.body.omit({ companyId: true });
const updateBody = userRoutes.update.body.omit({ companyId: true });
const currentPassword = z.union([z.literal(''), updateBody.shape.currentPassword.unwrap()]);
const createSchema = createBody.extend({ picture, currentPassword });
const updateSchema = updateBody.extend({
  picture,
  currentPassword,
  // An empty password keeps the current one.
  password: z.union([z.literal('').transform(() => undefined), updateBody.shape.password]),
});

interface UserDialogProps {
  user: UserView | null;
  /** Colours of the existing users, so that a new user gets another. */
  taken: readonly string[];
  onClose: () => void;
}

/** The dialog for adding or changing a user of the company. */
export const UserDialog = ({ user, taken, onClose }: UserDialogProps) => {
  const { t } = useTranslation('users');
  const me = useUser();
  const [section, setSection] = useState<Section>('general');
  const { data: queues = [] } = useQuery(queueList);
  const { data: connections = [] } = useQuery(connectionList);
  const flag = (name: (typeof FLAGS)[number], fallback: boolean) => {
    const value = user?.[name];
    return value === undefined ? fallback : value === true || value === 'enabled';
  };
  return (
    <FormDialog
      open
      title={user === null ? t('newTitle') : t('editTitle', { name: user.name })}
      schema={user === null ? createSchema : updateSchema}
      submitLabel={t('save')}
      defaultValues={{
        name: user?.name ?? '',
        email: user?.email ?? '',
        password: '',
        currentPassword: '',
        profile: user?.profile ?? 'user',
        queueIds: user?.queues.map(({ id }) => id) ?? [],
        whatsappId: user?.whatsappId ?? null,
        startWork: user?.startWork ?? '00:00',
        endWork: user?.endWork ?? '23:59',
        farewellMessage: user?.farewellMessage ?? '',
        color: user?.color ?? unusedColor(taken),
        language: user?.language ?? 'pt',
        defaultTheme: user?.defaultTheme ?? 'light',
        defaultMenu: user?.defaultMenu ?? 'open',
        picture: 'keep',
        ...Object.fromEntries(FLAGS.map((name) => [name, flag(name, name === 'userClosePendingTicket')])),
      }}
      onClose={onClose}
      onSubmit={async ({ picture: change, currentPassword: proof, ...values }) => {
        if (user === null) {
          const made = await call(userRoutes.create, { body: createBody.parse(values) });
          // The user has been created, and a retry would create a second one; so a picture's error is only shown.
          await savePicture(made.id, change).catch(notifyError);
        } else {
          const body = proof === '' ? values : { ...values, currentPassword: proof };
          await call(userRoutes.update, { params: { id: user.id }, body });
          await savePicture(user.id, change);
        }
        notifySuccess(t('saved'));
        await queryClient.invalidateQueries({ queryKey: routeKey(userRoutes.list) });
        if (user?.id === me.id) await refreshSession(sessionStore.getState().token);
        onClose();
      }}
    >
      <Tabs
        value={section}
        onChange={(_event, value: Section) => setSection(value)}
        aria-label={t('sections')}
      >
        <Tab value="general" label={t('section.general')} />
        <Tab value="permissions" label={t('section.permissions')} />
      </Tabs>
      <FormPart shown={section === 'general'} onProblem={() => setSection('general')}>
        <PictureField current={user?.profileImage ?? ''} />
        <FormText name="name" label={t('field.name')} required autoFocus />
        <FormText name="email" label={t('field.email')} type="email" required />
        <FormPassword
          name="password"
          label={t('field.password')}
          autoComplete="new-password"
          required={user === null}
          help={user === null ? t('field.passwordHelp') : t('field.passwordKeep')}
        />
        {user?.id === me.id && <CurrentPasswordField email={user.email} />}
        <FormSelect
          name="profile"
          label={t('field.profile')}
          required
          choices={(['admin', 'user'] as const).map((value) => ({ value, label: t(`profile.${value}`) }))}
        />
        <FormMultiSelect
          name="queueIds"
          label={t('field.queues')}
          choices={queues.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FormSelect
          name="whatsappId"
          label={t('field.connection')}
          noneLabel={t('field.noConnection')}
          choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
          <FormText name="startWork" label={t('field.startWork')} clean={maskTime} inputMode="numeric" />
          <FormText name="endWork" label={t('field.endWork')} clean={maskTime} inputMode="numeric" />
        </Box>
        <FormColor name="color" label={t('field.color')} />
        <FormTemplate
          name="farewellMessage"
          label={t('field.farewell')}
          help={t('field.farewellHelp')}
          maxChars={TEXT_MAX}
          variables={FIELD_VARIABLES.user.farewellMessage}
        />
      </FormPart>
      <FormPart shown={section === 'permissions'} onProblem={() => setSection('permissions')}>
        {FLAGS.map((name) => (
          <FormSwitch key={name} name={name} label={t(`flag.${name}`)} help={t(`flagHelp.${name}`)} />
        ))}
        <FormSelect
          name="defaultTheme"
          label={t('field.theme')}
          required
          choices={(['light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
        <FormSelect
          name="defaultMenu"
          label={t('field.menu')}
          required
          choices={(['open', 'closed'] as const).map((value) => ({ value, label: t(`menu.${value}`) }))}
        />
      </FormPart>
    </FormDialog>
  );
};
