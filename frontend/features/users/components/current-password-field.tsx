import { useWatch } from 'react-hook-form';
import { FormPassword } from '../../../components/form-fields.tsx';
import { useTranslation } from '../../../lib/texts/use-translation.ts';

/** The form's `currentPassword`. Required once its `email` differs from the saved one, or `password` is filled in. */
export const CurrentPasswordField = ({ email: present }: { email: string }) => {
  const { t } = useTranslation('users');
  const [email, password]: unknown[] = useWatch({ name: ['email', 'password'] });
  if (email === present && password === '') return null;
  return (
    <FormPassword
      name="currentPassword"
      label={t('field.currentPassword')}
      autoComplete="current-password"
      required
      help={t('field.currentPasswordHelp')}
    />
  );
};
