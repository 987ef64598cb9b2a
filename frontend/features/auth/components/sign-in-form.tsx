import { Button, CheckboxField, PasswordField, TextField } from '@aws-amplify/ui-react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { readStored } from '../../../lib/storage.ts';
import { PasswordMeter } from './password-meter.tsx';
import { signInStyles } from './sign-in-styles.ts';

const MINUTE_S = 60;

interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/** E-mail and password. What the server refuses is said above the fields. */
export const SignInForm = ({ onSubmit }: { onSubmit: (input: Credentials) => Promise<void> }) => {
  const { t } = useTranslation('auth');
  const failureId = useId();
  const [email, setEmail] = useState(() => readStored('email') ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const missing = { email: tried && email === '', password: tried && password === '' };

  const refusalText = (error: unknown): string => {
    const { code, retryAfterS = 0 } = error instanceof ApiError ? error : {};
    if (code === 'ERR_VALIDATION') return t('login.invalid');
    if (code === 'ERR_TOO_MANY_REQUESTS' && retryAfterS > MINUTE_S)
      return t('login.tooMany', { count: Math.ceil(retryAfterS / MINUTE_S) });
    return errorText(error);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (email === '' || password === '') return;
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit({ email, password, remember });
    } catch (error) {
      setFailure(refusalText(error));
      setBusy(false);
    }
  };

  return (
    <Box component="form" noValidate onSubmit={(event: FormEvent) => void submit(event)} sx={signInStyles}>
      {failure !== null && (
        <Alert id={failureId} severity="error">
          {failure}
        </Alert>
      )}
      <TextField
        label={t('login.email')}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={email === ''}
        value={email}
        isDisabled={busy}
        hasError={missing.email}
        errorMessage={t('login.emailMissing')}
        onChange={(event) => setEmail(event.target.value.trim().toLowerCase())}
      />
      <div>
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          autoFocus={email !== ''}
          value={password}
          isDisabled={busy}
          hasError={missing.password}
          errorMessage={t('login.passwordMissing')}
          showPasswordButtonLabel={t('login.showPassword')}
          passwordIsHiddenLabel={t('login.passwordHidden')}
          passwordIsShownLabel={t('login.passwordShown')}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordMeter password={password} />
      </div>
      <CheckboxField
        label={t('login.remember')}
        name="remember"
        checked={remember}
        isDisabled={busy}
        onChange={(event) => setRemember(event.target.checked)}
      />
      <Button
        type="submit"
        variation="primary"
        isLoading={busy}
        loadingText={t('login.entering')}
        isFullWidth
      >
        {t('login.enter')}
      </Button>
    </Box>
  );
};
